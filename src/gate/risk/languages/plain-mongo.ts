const NAME = String.raw`\.(?:\w{1,60}|getCollection\(@\)|getSiblingDB\(@\))`;
const ARGUMENTS = String.raw`\([^()]*\)`;
const FIRST =
  'find|findOne|count|countDocuments|estimatedDocumentCount|distinct|aggregate|stats|getIndexes|getCollectionNames|getCollectionInfos|getName|version|hostInfo|serverStatus|storageSize|totalSize|dataSize|listCommands|isCapped';
const NEXT =
  'limit|sort|skip|pretty|toArray|count|size|project|explain|itcount|batchSize|maxTimeMS|hint|next|hasNext';
const CHAIN = new RegExp(
  `^db(?:${NAME}){0,3}?\\.(?:${FIRST})${ARGUMENTS}(?:\\.(?:${NEXT})${ARGUMENTS}){0,5}$`,
);
const SHOW = /^show (dbs|databases|collections|tables|users|roles|profile)$/;
// Orders that only ask; the others do anything.
const ADMIN =
  /^db\.(?:adminCommand|runCommand)\(\s*\{\s*(?:ping|serverStatus|dbStats|buildInfo|hello|listDatabases|listCollections|connectionStatus|replSetGetStatus|hostInfo)\s*:\s*1\s*\}\s*\)(?:\.\w{1,30})?$/;
const SHOWN = /^(?:printjson|print|JSON\.stringify|EJSON\.stringify)\((.*)\)$/s;

const STRING = /"(?:[^"\\]|\\[nrt"'\\./dwsb])*"|'(?:[^'\\]|\\[nrt"'\\./dwsb])*'/g;
// Stages and operators that write, or that run a program text on the server.
const MORE = /\$(out|merge|where|function|accumulator)\b|=>|\bfunction\b|`/;
const LONGEST = 2000;

/** Whether a text for mongosh can do nothing but ask the database. */
export function isPlainMongo(text: string): boolean {
  if (text.length > LONGEST || MORE.test(text)) return false;
  const statements = text
    .replace(STRING, '@')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return statements.length > 0 && statements.every(isQuestion);
}

const isQuestion = (statement: string): boolean => {
  const [, shown] = SHOWN.exec(statement) ?? [];
  if (shown !== undefined) return isQuestion(shown.trim().replace(/, ?null, ?\d$/, ''));
  if (ADMIN.test(statement)) return true;
  return SHOW.test(statement) || (CHAIN.test(statement) && /^[\w\s@$.,:{}[\]()-]*$/.test(statement));
};
