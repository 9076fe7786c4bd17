import { definePack } from '../../core/tool/registry.ts';

const contentKinds = () => import('./content-kinds.ts');
const notices = () => import('./notices.ts');
const askClient = () => import('./ask-client.ts');
const inputRequired = () => import('./input-required.ts');
const tasks = () => import('./tasks.ts');
const schemas = () => import('./schemas.ts');

export const conformance = definePack({
  test_simple_text: async () => (await contentKinds()).simpleText,
  test_image_content: async () => (await contentKinds()).imageContent,
  test_audio_content: async () => (await contentKinds()).audioContent,
  test_embedded_resource: async () => (await contentKinds()).embeddedResource,
  test_multiple_content_types: async () => (await contentKinds()).multipleContentTypes,
  test_error_handling: async () => (await contentKinds()).errorHandling,

  test_tool_with_logging: async () => (await notices()).toolWithLogging,
  test_logging_tool: async () => (await notices()).loggingTool,
  test_tool_with_progress: async () => (await notices()).toolWithProgress,
  test_reconnection: async () => (await notices()).reconnection,
  test_trigger_tool_change: async () => (await notices()).triggerToolChange,
  test_trigger_prompt_change: async () => (await notices()).triggerPromptChange,

  test_sampling: async () => (await askClient()).sampling,
  test_elicitation: async () => (await askClient()).elicitation,
  test_elicitation_sep1034_defaults: async () => (await askClient()).elicitationDefaults,
  test_elicitation_sep1330_enums: async () => (await askClient()).elicitationEnums,
  test_missing_capability: async () => (await askClient()).missingCapability,
  test_streaming_elicitation: async () => (await askClient()).streamingElicitation,

  test_input_required_result_elicitation: async () => (await inputRequired()).elicitationRound,
  test_input_required_result_sampling: async () => (await inputRequired()).samplingRound,
  test_input_required_result_list_roots: async () => (await inputRequired()).listRootsRound,
  test_input_required_result_multiple_inputs: async () => (await inputRequired()).multipleInputs,
  test_input_required_result_request_state: async () => (await inputRequired()).requestState,
  test_input_required_result_tampered_state: async () => (await inputRequired()).tamperedState,
  test_input_required_result_multi_round: async () => (await inputRequired()).multiRound,
  test_input_required_result_capabilities: async () => (await inputRequired()).declaredCapabilities,

  greet: async () => (await tasks()).greet,
  slow_compute: async () => (await tasks()).slowCompute,
  failing_job: async () => (await tasks()).failingJob,
  protocol_error_job: async () => (await tasks()).protocolErrorJob,
  confirm_delete: async () => (await tasks()).confirmDelete,
  multi_input: async () => (await tasks()).multiInput,
  test_tool_with_task: async () => (await tasks()).toolWithTask,

  json_schema_2020_12_tool: async () => (await schemas()).jsonSchema202012,
  test_x_mcp_header: async () => (await schemas()).mcpHeader,
});
