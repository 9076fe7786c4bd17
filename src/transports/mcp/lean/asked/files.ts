import type { Asked } from './asked.ts';

/** How people ask for what the packs filesystem, context and rag do. */
export const FILES: Asked = {
  read_file: `
    open the file; show me the contents; print it; cat; what does this file say; look at the config; view lines 10
    to 40; display the readme; check what is in package.json; let me see the source; view an image; head of the
    file; tail of the file; first lines; read the log file; what is written in this file; pull up the file; let
    me see that file; show the code of this file; what settings are in the yaml; which version is in
    package.json; read the documentation in the repo; go through this file; look inside; take a look at the
    screenshot; what does line 40 say; inspect the file; review this file; explain this file; what is configured
    in the env example; check the license; contents of the csv; what does the makefile do; what is in the env
    file; check the settings in the yaml; show the top of the file; what does our eslint config look like; read
    the todo list; let me see the test data; what is the content of the json; display lines 20 to 60; open the
    notes`,
  write_file: `
    save this to a file; create a new file with this content; write a script; add a readme; put this text into a
    file; generate a config file; overwrite the file; store the result on disk; make a dockerfile; add a
    .gitignore; put the summary into a file; write the notes down; dump this to a file; start a new source file;
    create an empty file; touch; save the output as; draft a document; turn this into a file; add a new test
    file; create a component; scaffold a file; write it to disk; export this as json; create a config; new
    module; put the result in docs; make me a config file for the linter; produce a readme for this project;
    please create a script that backs up the data; write a unit test file; set up a github actions file; new
    html page; save the answer as markdown; write down the decision in the docs; put together a sample csv`,
  edit_file: `
    change a line; fix the typo; replace this string with that; modify the code; update the version number; rename
    the variable in this file; apply a patch; insert a line; remove this function from the file; comment this
    out; refactor; bump the version; set the port to another value; add an import; append to the file; sed in
    place; adjust the setting; swap this for that; change double quotes to single quotes; correct the spelling;
    update the dependency version in the manifest; add a field; delete a line from the file; rewrite this
    paragraph; change the default value; add a comment; turn the flag on; increase the timeout; switch the
    colour; make the function async; add a parameter; fix this bug in the code; substitute a word; move this
    block up; add an entry to the list; add a script to package.json; indent it properly; wrap this in a try
    catch; the title should say something else; the button should be blue; this value is wrong, it must be 30;
    remove the unused import; drop this parameter; change the text on the page; rename this function here; the
    comment is out of date, fix it; raise the limit to 100; add a column to the table; replace tabs with spaces
    in this file; the link is broken, correct it; use the new name instead of the old one; add error handling to
    this function; the word is misspelled; delete the last paragraph; add a route; enable the option in the
    config; implement the function; make the heading larger`,
  list_directory: `
    what is in this folder; ls; list the files here; show the directory tree; which files are there; contents of the
    directory; browse the folder; subfolders; dir; everything under src; what do we have in here; show the files
    of the project; look around; what files do I have; folder contents; which folders are there; tree; what is
    in the home directory; list everything; how many files are in this folder; show hidden files; newest file in
    the folder; what have we got under packages; show what is in assets; list the modules folder; what did the
    build put into dist; see the files in downloads; names of all files in the folder`,
  search_files: `
    find a file by name; where is the file called; locate all markdown files; glob; files ending in .ts; find files
    with this extension; which folder has the config; is there a file like; find -name; files that match a
    pattern; any file with this word in its name; where did I put the file; look for a file; which files are
    called; find the readme; all images; find the tests of this component; where are the migrations; find every
    dockerfile; where is the env file; find pdf files; files named like this; where does the script live; locate
    the schema; is there a file with this in the name somewhere; find anything called config; where is the
    docker file; any csv in here; files whose name starts with test; find the logo; locate the main stylesheet;
    the file is called something like report; do we have any yaml files`,
  search_text: `
    grep for a word; find all places that mention; search the code for a string; where does this text occur; find
    every TODO; which files contain; ripgrep; regex search in the project; look for the error message in the
    code; hard-coded passwords or urls; occurrences of a word; where do we log this; where do we read this
    environment variable; where is this text used; find the word in all files; which files mention; look for
    this phrase; where does the message come from; search everything for; do we use this word anywhere; find
    leftover debug statements; console.log left in the code; which config sets this; find the label that is
    shown to the user; is this url hard coded; find all fixme comments; where is this key set; search for a
    translation string; find by content; who mentions this ticket number; where do we set the cookie; find every
    place where we ignore an error; places that still use the old api address; which file has this sentence;
    where is the text of this button; all uses of this css class; search for the word in the docs folder; find
    commented out code; where is the port number; find this number in the code; which templates contain the old
    company name; where do we send mail`,
  delete_file: `
    remove the file; throw it away; rm; get rid of this; erase; clean up old files; trash it; unlink; drop this
    file; delete the temporary file; we do not need this file any more; wipe it; dispose of; clear the cache
    file; remove old logs; kill that file; delete it; throw the draft away; remove the leftover file; the backup
    file can go; delete that screenshot; get rid of this json`,
  restore_file: `
    undelete; bring back the file I removed; undo a deletion; recover from the trash; I deleted the wrong file; get
    a lost file back; I removed it by accident; that file should not be gone; it was deleted by mistake; I want
    my file back; where did my deleted file go; oops, I deleted it; recover; I need the file from before, it is
    deleted; the file I threw away ten minutes ago; put the removed file back`,
  move_path: `
    rename a file; mv; put the file into another folder; move the folder; give it another name; relocate; change the
    filename; reorganise files; the file belongs into another folder; tidy up the folders; call it something
    else; file it under; shift these files; put it in the archive folder; the name is wrong; change the
    extension; sort files into folders; the folder needs a new name; move it up one level; this file should be
    called something else; put all images into the assets folder; move the tests next to the code; it should
    live in lib; this belongs in docs; collect the logs in one folder; give the component a new filename; rename
    the directory`,
  copy_path: `
    duplicate a file; cp; make a copy of the folder; back up this directory; clone a folder; copy recursively; use
    an existing file as a starting point; keep a second copy; make a backup of the file before I change it; same
    file under another name; take this as a template; replicate the folder; copy the example config; put a copy
    in; copy the example settings to the real name; make another one like this file; save a copy before editing;
    copy everything from here to there`,
  get_file_info: `
    how large is the file; when was it last modified; file permissions; who owns the file; checksum; sha256; hash of
    the file; stat; is it a symlink; creation date; is it executable; size in bytes; compare two files by hash;
    how big is the database on disk; when did it change; is the file empty; how old is this file; who can read
    this file; is it readable; was it changed today; how heavy is; md5; verify the download; what type of file
    is it; timestamp; is it writable; link target; sha of the file; hash of the installer; how many bytes is the
    bundle; size of this image; when was the changelog last touched; age of the backup; modification time; is
    the script executable; fingerprint of a file; dimensions and size`,
  create_directory: `
    make a folder; mkdir; new directory; add an empty folder; create nested folders; set up the folder structure; I
    need a folder for; set up a folder; create the path; add a subfolder; make a place for the output; prepare
    the directories; folder for the screenshots; we need a directory for fixtures; add a folder named reports;
    make the missing folders`,
  file_exists: `
    does the file exist; is there a file; check that a file is present; is it missing; do we have a dockerfile; test
    -f; was the file created; do we have a license; is it there; is the lock file checked in; see whether a file
    is there; did the build produce the file; is there already a config; has the file been created yet; do I
    have an env file; do we have a contributing guide; do we have a changelog; is there a license file; is there
    an env file in here; did anyone add a security policy; check for a lock file; is the certificate file in
    place`,
  directory_exists: `
    does the folder exist; is there a directory; check that the folder is present; test -d; do we have a tests
    folder; is the build directory there; is the folder there; do we have a docs folder; has the directory been
    created; is node_modules there; is there a src folder already; has the dist folder been generated; is there
    a vendor folder; do we already have a migrations directory; is the cache directory there`,
  context_read_file: `
    read source code with its language; open a source file; page through a long source file; view code; read code
    page by page; show the source of a module; code listing`,
  context_find_files: `
    find source files; list all typescript files of the project; code files that match a glob; files without
    node_modules and dist; all test files; all python files; source files below a folder; files of the project
    without ignored ones; every component file; all spec files; which code files are there`,
  context_analyze_code: `
    how complex is this code; cyclomatic complexity; analyse the file; which functions and classes are in it; number
    of lines; what does it export; longest function; structure of a source file; methods of this class; code
    metrics; which functions are too long; which functions are too complicated; is this file too big; how many
    functions are there; parameters of the functions; what properties does the class have; quality of this file;
    refactoring candidates; is this code hard to read; imports and exports of a file; summary of a source file;
    how many lines of code are in this file; nesting depth; how complicated is this file; which function is the
    longest; rate the complexity; how many classes; break the file down into its parts; is this module doing too
    much`,
  context_diagnostics: `
    type errors; does it type check; compile errors in this file; tsc; red squiggles; syntax errors; lint warnings;
    did my change break the types; problems in the files I changed; is the code valid; mypy; pyright; errors in
    the editor; is everything typed correctly; check types; are there any warnings; did I break something; does
    this still compile; missing import error; undefined variable; show the compiler errors; any type mistakes;
    unused variables; is the syntax ok; what does typescript complain about; validate my change; problems panel;
    any type problems in what I changed; why is there a red line under this; does the compiler accept this;
    check the file for mistakes; are my types right; is there an error in this file; undefined names; what is
    wrong with the types here`,
  context_find_definition: `
    go to definition; where is this function defined; where is the class declared; where does it come from; find the
    implementation; which file defines this type; jump to the source of a symbol; where is this constant set;
    where does this type come from; show the code of this function by name; where is it implemented; source of
    this class; where do we define; where does this helper live; what is this symbol; find the class; where is
    the interface; which module has this function; take me to; where is this enum; find the method; definition;
    where does this variable come from; implementation of; open the declaration of a class; where is the
    function that computes something; source of the repository class; where do we create this object type; show
    me how the method is written; which line declares it; look up a symbol; where is the handler for this route`,
  context_find_references: `
    who calls this function; where is it used; find usages; all callers; is this still used anywhere; dead code;
    what breaks if I rename it; impact of a change; who uses this class; is it safe to remove this method; call
    sites; what would break if I change this; is anyone still calling; can I delete this function; where do we
    use this component; who depends on this function; which tests cover this function; every place that calls;
    how often is it called; safe to rename; all uses of a variable; where is this class instantiated; which code
    needs to change; find unused functions; who invokes; callers of; nobody uses this; if I delete this
    function, what stops working; show all uses of the helper; is the helper still needed; can this go; which
    places would I have to adapt; does something need it; who consumes this; where is the hook called; is this
    constant used outside this file`,
  context_get_dependencies: `
    what does this file import; who imports this module; dependency graph of a file; what depends on this file;
    which packages does it use; circular imports; which version of the library does it import; modules it needs;
    which modules use this package; which files need this one; what libraries does this file rely on; import
    cycle; what would be affected if I move this file; is this dependency used; imports; outgoing and incoming
    imports; who requires this module; which of our files pull in a library; coupling; what does the router
    depend on; which files import the logger; what does this file need to work; list its imports; which
    third-party libraries does it load; who pulls in this helper`,
  context_get_symbols: `
    outline of a file; list the functions of the file; which classes are defined here; table of contents of the
    source; signatures; what is exported; names and line numbers of methods; interfaces in this file; which
    methods does the class have; functions in this module; what is inside this file; skeleton of the file; list
    of exports; all the routes defined in this file; names of the tests in this file; members of a class; api of
    this module; which types are declared; headers of the functions; quick look at a file without reading it;
    which methods does the cart offer; what functions can I call from this module; overview of one file; all
    constants of a file; list the interfaces; what does this header declare`,
  context_outline: `
    overview of the code base; explain how the project is structured; map of the repository; where should I start
    reading; most important files; architecture; big picture; summary of this folder; I am new to this project;
    how is the code organised; get to know the code; walk me through this repository; what is this project
    about; where is the main logic; how does this code base work; which parts does it have; entry points; key
    modules; help me understand the project; give me a tour; which files matter most; high level view;
    onboarding; how does it all fit together; main components; what does this repo do; where do I find the login
    code; I have never seen this code; where do I begin; structure of the source folder with the main pieces;
    what are the layers; how do the parts relate; short description of the code base; which directories matter;
    brief me on this repo`,
  rag_index: `
    add documents to the knowledge base; index my notes; make these pdfs searchable; learn this folder; ingest
    documentation; remember this document; import the manual; embed these files; keep the docs indexed; store
    this for later questions; make the folder of papers searchable; put this into your memory; take up these
    documents; read in the handbook so that I can ask about it; add this pdf; build an index of the
    documentation; add the meeting notes; save it to the knowledge base; keep this in mind for later; index the
    repository for semantic search; crawl the docs folder; add everything in my documents folder to the
    knowledge base; let me ask questions about these files; feed the specs in; take the handbook into the
    knowledge base; make the wiki searchable; load these articles; index this directory and keep it up to date`,
  rag_query: `
    search our documents; what do our docs say about; ask the knowledge base; find notes about; semantic search;
    look it up in the handbook; which document explains; answer from the manuals; search the wiki; what did we
    write down about; find something by meaning; company policy; runbook for; what do our meeting notes say; is
    there anything about this in our docs; what is our policy on; how do we do this here; who decided this and
    why; look through my notes; what does the contract say; search the pdfs; find the passage about; what did
    the customer say; do we have documentation on; ask my documents; find similar text; what is the procedure
    for; internal guidelines; answer from what was indexed; which paper is about; what do our guidelines say
    about naming branches; what do our guidelines say about code review; what is written in our handbook about
    holidays; our rules for releases; what does the spec say about timeouts; look in my notes for the password;
    do my notes mention the meeting with the bank; according to our docs, how do we deploy; what did we agree on
    about pricing; where in the documentation is the error described; what is our convention for tests; what
    does the design document say about caching; find the paragraph about refunds; is there an internal guide to
    git; did we document the database schema; what does the contract say about payment`,
  rag_update: `
    replace a document in the knowledge base; update an indexed document; new version of a document; correct an
    indexed note; the document has changed, take the new one; refresh a document in the index; reindex one
    document; overwrite the stored note; there is a newer edition of the document in the knowledge base; swap
    the stored text for this one`,
  rag_delete: `
    remove documents from the knowledge base; forget this document; take outdated notes out of the index; unindex a
    file; that note is outdated, drop it from the knowledge base; remove this pdf from the index; unlearn;
    delete entries from the knowledge base; do not find this document any more; forget the document about last
    year's prices; this document should not be found any more; remove the old handbook from the knowledge base;
    erase a note from the knowledge base`,
  rag_delete_collection: `
    delete a whole collection; drop the index; empty the knowledge base; remove everything that was indexed; start
    the index over; throw away the collection; delete all documents of the old project from the knowledge base;
    clear the index; remove the collection named; remove the collection about the old product; wipe the
    knowledge base`,
  rag_list_collections: `
    what is in the knowledge base; which collections are there; is indexing finished; how many documents are
    indexed; progress of indexing; size of the index; what have you learned so far; which documents do you know;
    what have we indexed; is my folder indexed already; how big is the knowledge base; state of the index; list
    of knowledge bases; are the embeddings done; which collections exist; what topics does the knowledge base
    cover; how many chunks are stored`,
};
