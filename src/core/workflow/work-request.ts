type Data = Readonly<Record<string, unknown>>;

/** Something that is to be run or stored, of which the gate wants to know how risky it is. */
export type WorkRequest =
  | {
      readonly kind: 'run-workflow';
      readonly workflowId: string;
      readonly inputs: Data;
      /** By the tool that a person offers it as. */
      readonly isOffered?: boolean;
    }
  /** `change` is what is to be different; without an id it is a new one. */
  | {
      readonly kind: 'store-workflow';
      readonly workflowId?: string | undefined;
      readonly projectId?: string | undefined;
      readonly change: Data;
    }
  | {
      readonly kind: 'add-step';
      readonly workflowId: string;
      readonly step: Data;
      readonly order?: number | undefined;
      readonly templateId?: string | undefined;
      readonly values?: Readonly<Record<string, string>> | undefined;
    }
  | { readonly kind: 'remove-step'; readonly workflowId: string; readonly stepId: string }
  | { readonly kind: 'run-action'; readonly actionId: string; readonly parameters: Data }
  | { readonly kind: 'store-action'; readonly actionId?: string | undefined; readonly change: Data }
  | { readonly kind: 'store-template'; readonly command: string }
  | { readonly kind: 'open-webhook'; readonly workflowId: string }
  | {
      readonly kind: 'send-webhook';
      readonly webhookId: string;
      readonly payload?: unknown;
      readonly variables?: Data | undefined;
    };
