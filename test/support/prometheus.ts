interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Exposition {
  readonly types: Readonly<Record<string, string>>;
  readonly samples: readonly Sample[];
}

const COMMENT = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|NaN|[+-]Inf)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;
const TYPES = ['counter', 'gauge', 'histogram'];

/** Reads Prometheus' text format, version 0.0.4, and refuses what Prometheus would refuse. */
export function parsePrometheus(text: string): Exposition {
  if (!text.endsWith('\n')) throw new Error('The last line must end');
  const types: Record<string, string> = {};
  const helps = new Set<string>();
  const samples: Sample[] = [];
  for (const line of text.slice(0, -1).split('\n')) {
    const [, word, about = '', rest = ''] = COMMENT.exec(line) ?? [];
    if (word === 'HELP') {
      if (helps.has(about)) throw new Error(`A second HELP: ${line}`);
      helps.add(about);
    } else if (word === 'TYPE') {
      if (types[about] !== undefined || !TYPES.includes(rest)) throw new Error(`A wrong TYPE: ${line}`);
      types[about] = rest;
    } else samples.push(sampleOf(line, types));
  }
  const seen = new Set(samples.map(({ name, labels }) => JSON.stringify([name, labels])));
  if (seen.size !== samples.length) throw new Error('A sample is there twice');
  return { types, samples };
}

function sampleOf(line: string, types: Readonly<Record<string, string>>): Sample {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`No sample: ${line}`);
  const family = types[name] ?? types[name.replace(/_(bucket|sum|count)$/, '')];
  if (family === undefined) throw new Error(`No TYPE above it: ${line}`);
  if (family === 'counter' && !name.endsWith('_total')) throw new Error(`A counter's name: ${line}`);
  return { name, labels: labelsIn(labels), value: Number(value) };
}

function labelsIn(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const [, name = '', value = ''] = LABEL.exec(text) ?? [];
    if (name === '' || labels[name] !== undefined) throw new Error(`Wrong labels: ${text}`);
    labels[name] = value.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\\\', '\\');
  }
  return labels;
}
