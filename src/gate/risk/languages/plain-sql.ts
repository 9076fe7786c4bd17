// Functions that reckon with what they are given, or tell something about the database. A function that is not here
// may be one that somebody wrote, and do anything.
const FUNCTIONS = `count sum avg min max total group_concat string_agg array_agg json_agg jsonb_agg json_object json_array
  json_extract json_each json_tree json_type json_valid json_array_length json_build_object jsonb_build_object row_to_json
  to_json to_jsonb jsonb_pretty json_group_array json_group_object length char_length character_length octet_length lower
  upper trim ltrim rtrim substr substring left right replace reverse repeat lpad rpad concat concat_ws coalesce ifnull
  nullif iif if round floor ceil ceiling trunc abs mod power sqrt sign random rand greatest least date time datetime
  timestamp strftime julianday unixepoch now curdate curtime extract date_trunc date_part age to_char to_date to_timestamp
  to_number date_format date_sub date_add datediff timestampdiff from_unixtime unix_timestamp year month day hour minute
  second quarter week weekday dayofweek last_day cast convert typeof pg_typeof version sqlite_version database
  current_database current_schema schema user row_number rank dense_rank percent_rank ntile lag lead first_value
  last_value percentile_cont percentile_disc stddev variance generate_series unnest array_length cardinality split_part
  position instr locate strpos printf format hex unhex md5 sha1 quote char unicode ascii chr regexp_replace regexp_matches
  regexp_like like glob likelihood changes pg_size_pretty pg_total_relation_size pg_relation_size pg_table_size
  pg_database_size pg_indexes_size pg_backend_pid pg_postmaster_start_time pg_is_in_recovery pg_get_viewdef
  pg_get_constraintdef pg_get_indexdef pg_get_expr pg_get_functiondef format_type to_regclass obj_description
  col_description pragma_table_info pragma_table_xinfo pragma_table_list pragma_index_list pragma_index_info
  pragma_foreign_key_list varchar char decimal numeric`;
// Words of the language behind which a parenthesis may stand.
const WORDS = `in and or not exists any all some as over filter from join where on using then else when select by union
  except intersect interval is like between having case values distinct within group partition lateral materialized limit
  offset row array ilike similar`;
const BEFORE_PARENTHESIS = new Set(`${FUNCTIONS} ${WORDS}`.split(/\s+/));

// A question with one of these is more than a question, or shows what passwords are made into.
const NOT_ASKING =
  /\b(into|insert|update|delete|drop|create|alter|truncate|merge|grant|revoke|copy|call|do|execute|prepare|lock|vacuum|attach|detach|reindex|outfile|dumpfile|procedure|pg_shadow|pg_authid|pg_user_mappings?|rolpassword|authentication_string)\b|\bmysql\s*\.\s*(user|global_priv)\b/;

// `pragma x(y)` sets what it names, but for those that take the name of a table.
const PRAGMA =
  /^pragma ((\w+\.)?(table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|foreign_key_check|integrity_check|quick_check)(\s*\(\s*[\w@]*\s*\))?|(\w+\.)?(table_list|database_list|collation_list|compile_options|function_list|module_list|pragma_list|page_count|page_size|freelist_count|user_version|schema_version|application_id|encoding|journal_mode|foreign_keys|cache_size|auto_vacuum|synchronous|wal_autocheckpoint))$/;
const SHOW = /^(show|describe|desc) [\w\s.@%=,*]+$/;
const EXPLAIN =
  /^explain (?:query plan |analyze |analyse |verbose |extended |\([\w\s,=]*\) ?|format\s*=\s*\w+ )*/;

// The client's own questions; a word behind one is a name, and never a command in backquotes.
const ASKS_CLIENT =
  /^\\(d[\w+]*|l\+?|z|conninfo|timing|x|encoding|sf\+?|sv\+?|\?|h)(\s+[\w.*"+ -]*)?$|^\.(tables|schema|fullschema|indexes|indices|databases|dbinfo|dump|headers?|mode (?:list|csv|column|box|table|markdown|json|line|tabs|html|insert|quote|ascii)|width|nullvalue|separator|show|help|stats|timer|version|eqp|changes|bail|print)(\s+[\w.,*%'" |-]*)?$/;

const STRING = /'(?:[^'\\]|'')*'|"[^"\\]*"|`[\w $.-]*`|\[[\w .-]+\]/g;
// Nothing else is in a question: no comment, no backslash, no variable, no text in dollars, no half of a quote.
const MARKS = /^[\w\s@.,*()=<>!+/%|&~?:-]*$/;
const VARIABLE_OR_COMMENT = /:|--|\/\*/;
const LONGEST = 4000;

/** Whether a text for a database can do nothing but ask: each of its statements, and everything in them, is known to. */
export function isPlainQuestion(text: string): boolean {
  if (text.length > LONGEST || text.trim() === '') return false;
  const lines = text.trim().split('\n');
  const forClient = lines.filter(isForClient);
  // A quote there could belong to a text that began on another line.
  const isClear = lines.length === 1 || !forClient.some((line) => /['"]/.test(line));
  return (
    isClear &&
    forClient.every((line) => ASKS_CLIENT.test(line.trim())) &&
    areQuestions(lines.filter((line) => !isForClient(line)).join('\n'))
  );
}

const isForClient = (line: string): boolean => /^\s*[.\\]/.test(line);

function areQuestions(text: string): boolean {
  const bare = text
    .replace(/\\G\s*;?\s*$/, '')
    .replace(STRING, '@')
    .toLowerCase();
  const statements = bare.split(';').map((one) => one.trim().replace(/\s+/g, ' '));
  return MARKS.test(bare.replaceAll(';', '')) && statements.every((one) => one === '' || isQuestion(one));
}

function isQuestion(statement: string): boolean {
  if (VARIABLE_OR_COMMENT.test(statement.replaceAll('::', ' '))) return false;
  if (PRAGMA.test(statement) || /^use [\w@-]+$/.test(statement)) return true;
  if (SHOW.test(statement)) return !NOT_ASKING.test(statement.replace(/^show create /, 'show '));
  const asked = statement.replace(EXPLAIN, '').replace(OWN_TABLE, ' as (');
  return (
    /^(select|with|values|table)\b/.test(asked) &&
    !NOT_ASKING.test(asked) &&
    [...asked.matchAll(/([\w@.)]+) ?\(/g)].every(([, name = '']) => BEFORE_PARENTHESIS.has(name))
  );
}

// `with t(a, b) as (`: a table that the question itself makes up.
const OWN_TABLE = / \w+ ?\([\w ,]*\) ?as ?\(/g;
