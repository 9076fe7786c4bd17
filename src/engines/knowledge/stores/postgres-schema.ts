/** Run at the first use; each statement is harmless where it was run before. */
export const POSTGRES_SCHEMA = [
  'CREATE EXTENSION IF NOT EXISTS vector',
  'CREATE SCHEMA IF NOT EXISTS toolgate',
  `CREATE TABLE IF NOT EXISTS toolgate.collection (
     name text PRIMARY KEY, embedder text NOT NULL, width integer
   )`,
  `CREATE TABLE IF NOT EXISTS toolgate.document (
     collection text NOT NULL REFERENCES toolgate.collection ON DELETE CASCADE, id text NOT NULL, path text,
     kind text NOT NULL, metadata jsonb NOT NULL, PRIMARY KEY (collection, id)
   )`,
  `CREATE TABLE IF NOT EXISTS toolgate.chunk (
     collection text NOT NULL, document text NOT NULL, place integer NOT NULL, start_line integer NOT NULL,
     end_line integer NOT NULL, title text NOT NULL, definitions text NOT NULL, content text NOT NULL,
     embedding vector NOT NULL,
     words tsvector GENERATED ALWAYS AS (
       setweight(to_tsvector('english', title || ' ' || definitions), 'A') || to_tsvector('english', content)
     ) STORED,
     PRIMARY KEY (collection, document, place),
     FOREIGN KEY (collection, document) REFERENCES toolgate.document ON DELETE CASCADE
   )`,
  'CREATE INDEX IF NOT EXISTS chunk_words ON toolgate.chunk USING gin (words)',
];
