/** A question for the person at the client, as MCP writes it (elicitation, sampling, roots). */
export interface InputRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params?: Record<string, unknown>;
}
export type InputRequests = Readonly<Record<string, InputRequest>>;

/** What came back for each question; from the client, so never trusted as it is. */
export type InputResponses = Readonly<Record<string, unknown>>;

/** The answers of an earlier round, and the state that round left with the client. */
export interface CallInput {
  readonly responses: InputResponses;
  readonly state: unknown;
}

/** Thrown to end this round of a call: the client puts the questions to its user and calls again. */
export class InputRequired extends Error {
  override readonly name = 'InputRequired';
  readonly requests: InputRequests;
  readonly state: unknown;

  constructor(requests: InputRequests, state?: unknown) {
    super('input required');
    this.requests = requests;
    this.state = state;
  }
}
