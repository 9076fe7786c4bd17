type Schema = Readonly<Record<string, unknown>>;

/** A tool's parameters on one line, for a model that got them wrong: `git_log(ref?: string, maxCount?: integer = 20)`. */
export function signatureOf(name: string, schema: Schema): string {
  return `${name}(${fieldsOf(schema).join(', ')})`;
}

function fieldsOf({ properties, required }: Schema): string[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries((properties ?? {}) as Record<string, Schema>).map(([field, schema]) => {
    const fallback = schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`;
    return `${field}${needed.includes(field) ? '' : '?'}: ${typeOf(schema)}${fallback}`;
  });
}

function typeOf(schema: Schema): string {
  const options = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (options) return options.map(typeOf).join(' | ');
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `${bracketed(typeOf((schema.items ?? {}) as Schema))}[]`;
  if (schema.type === 'object' && schema.properties) return `{ ${fieldsOf(schema).join(', ')} }`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}

const bracketed = (type: string): string => (type.includes(' | ') ? `(${type})` : type);
