/** One screen: how a person gets a model. */
export const SETUP_HELP = `The assistant needs a model. Choose one:

  Anthropic    toolgate secrets set ANTHROPIC_API_KEY
  OpenAI       toolgate secrets set OPENAI_API_KEY
  Google       toolgate secrets set GEMINI_API_KEY

    The key is asked for and stored encrypted. An environment variable of the same
    name works too, for a host that is started with it.

  A model on this machine, or any service with OpenAI's interface (Ollama, LM Studio,
  vLLM), in ~/.toolgate/config.json:

    { "assistant": { "url": "http://localhost:11434/v1", "model": "qwen3-coder" } }

    If it wants a key: toolgate secrets set ASSISTANT_API_KEY

"assistant.model" chooses another model than the usual one.
Everything else works without a model: toolgate tools, toolgate call TOOL.`;
