import type { Risk } from '../risk.ts';

/** A part of what a person is shown, as data: the page that draws it needs to know no tool. */
export type PreviewPart =
  /** A line for a shell. */
  | { readonly kind: 'command'; readonly text: string; readonly directory: string }
  /** Commands, and the scripts of a project behind them. */
  | {
      readonly kind: 'script';
      readonly directory: string;
      readonly commands: readonly string[];
      readonly scripts: readonly ShownScript[];
    }
  | { readonly kind: 'steps'; readonly title?: string; readonly steps: readonly ShownStep[] }
  /** What is sent to a web server; each header is a line with its value, secrets in it masked. */
  | {
      readonly kind: 'request';
      readonly method: string;
      readonly url: string;
      readonly headers: readonly string[];
      readonly body: string;
      /** The name of the stored secret that signs it. */
      readonly signedWith?: string;
    }
  /** A machine, as a person can check it. */
  | {
      readonly kind: 'host';
      readonly name: string;
      readonly user: string;
      readonly address: string;
      readonly port: number;
      readonly through?: string;
      readonly keys: readonly string[];
    }
  | { readonly kind: 'text'; readonly text: string };

export interface ShownScript {
  readonly name: string;
  /** Where its package.json lies. */
  readonly directory: string;
  readonly command: string;
}

/** One step of a workflow before it runs. */
export interface ShownStep {
  /** With those of the workflows around it: `deploy/build`. */
  readonly path: string;
  readonly name: string;
  /** The tool it calls, or what it waits for. */
  readonly does: string;
  readonly needs: readonly string[];
  readonly when?: string;
  readonly risk: Risk;
  readonly reasons: readonly string[];
  /** What the call itself shows. */
  readonly text?: string;
}

/** The same thing twice: as a text for terminals and clients, and as parts for the page. */
export interface Preview {
  readonly text: string;
  readonly parts: readonly PreviewPart[];
}

export type ShownPreview = string | Preview;

export const previewText = (shown: ShownPreview | undefined): string | undefined =>
  typeof shown === 'object' ? shown.text : shown;
