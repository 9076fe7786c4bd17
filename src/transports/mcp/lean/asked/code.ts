import type { Asked } from './asked.ts';

/** How people ask for what the packs git, ci, shell, processes and projects do. */
export const CODE: Asked = {
  get_git_status: `
    what have I changed; git status; uncommitted files; is the working tree clean; untracked files; anything to
    commit; am I ahead of origin; are there merge conflicts; which files are modified; unpushed commits; is the
    repo dirty; conflicted files; is my branch behind; is my branch up to date; did I forget to commit
    something; what is going on in this repo; have I got local changes; which files did I touch; are we in the
    middle of a merge or rebase; is everything committed; do I have unpushed work; new files that git does not
    know; state of the repository; did I save everything to git; how many commits am I behind main; what is left
    to commit; pending changes; anything not committed yet; which files have conflicts; what is modified; is
    there something I forgot to push; is the tree clean; overview of my local changes; did I leave something
    uncommitted`,
  get_worktree_status: `
    status of another worktree; is that worktree clean; changes in the other checkout; what is going on in the other
    worktree; does the second checkout have changes; uncommitted work in a worktree`,
  get_staged_diff: `
    what is staged; what will be committed; review before commit; diff of the index; git diff --cached; staged
    changes; what am I about to commit; show what I added to the commit; check the staged changes; is the right
    thing staged; write a commit message for what is staged; what exactly goes into my next commit; preview of
    the commit; what will this commit contain; show the changes I have added; what did I stage; look over the
    commit before I make it`,
  get_git_diff: `
    staged diff of a worktree; what is staged in the other checkout; staged changes of the other worktree; what
    would be committed over there`,
  git_diff: `
    show my changes; diff against main; what did I change; compare with the last commit; git diff; difference
    between branches; what is different since yesterday's commit; lines that were added and removed; compare two
    branches; review my work; unstaged changes; what is new compared to main; what have I done so far; show the
    changes in this file; before and after; changes since the release; what did I edit today; how does my branch
    differ; summarise my changes; compare with master; patch of my changes; which lines changed; changes between
    two tags; what is in this pull request; draft a pull request description from the changes; difference
    between this branch and master; what would a reviewer see; what changed in this folder; compare the working
    copy; show me my edits; how many lines did I change; what is different from the released version`,
  git_log: `
    commit history; last commits; who committed what; when was this file changed; git log; changes since last week;
    commits by an author; latest commits; history of a file; when was this released; find the commit that; what
    was done recently; changelog from commits; when did we drop support for this; what happened last week in the
    repo; who worked on this file; what did my colleague do; how many commits this month; when was this feature
    added; what was committed yesterday; last release; recent changes; find a commit by its message; which
    commits are on this branch; timeline of the project; what has been merged; what is new since the last tag;
    when did this file last change; commits of anna; write release notes; the five most recent commits;
    everything maria committed in october; commits of this week; who has been working on this folder; list the
    commits between two tags; history of this function; when did we introduce this; how active is this project;
    first commit; the commit that mentions login; what changed since version 2`,
  git_show: `
    what did this commit change; show a commit; contents of a file at an older version; git show; look at commit
    abc123; how did the file look before; old version of a file; details of a commit; file as of the last
    release; what it looked like in the last commit; what was in that commit; open that hash; what did this file
    contain a week ago; the version of the file on main; show head; what went into this commit; changes of one
    commit; view a file from another branch; previous version of this function; what was in this commit; show
    the commit; what is commit number; how did the config look two releases ago; what did the last commit do;
    the file as it was at that tag; explain this commit; the exact change of a hash; contents of the commit;
    print an older revision of this file`,
  git_blame: `
    who wrote this line; who changed this; annotate; git blame; who is responsible for this code; when was this line
    added; which commit introduced this line; author of a function; whose code is this; why is this line here;
    who do I ask about this code; who added this; who broke this; who is the author of this line; find out who
    did this; when did this line change; reason for this line; who touched this function last; since when is
    this here; who put this in; line by line history; who introduced this check; who last edited these lines;
    where does this line come from; who is to blame; find the person behind this code; which change brought this
    line in`,
  git_add: `
    stage files; git add; add to the index; include this file in the commit; mark the conflict as resolved; stage
    everything; add the new file to git; track this file; put it on the stage; prepare files for commit; add all
    changes; start tracking; resolved the conflict in this file; add only these two files to the commit; stage
    the folder; take this file into the commit; mark as resolved; add the new tests to git`,
  git_commit: `
    commit my work; check in; git commit; save my changes to git; amend the last commit; change the commit message;
    record the changes with a message; finish this with a commit; fix the last commit; squash this into the
    previous commit; make a commit; commit everything with a message; lock in this state; snapshot; save this
    step in git; I forgot a file in the last commit; reword the commit; commit and describe; wrap it up with a
    commit message; make a checkpoint in git; commit this with the message; typo in my last commit message;
    commit what I have; create a commit called; add this to the last commit; seal this change; commit the staged
    files`,
  git_create_branch: `
    new branch; create a feature branch; branch off main; git branch name; start a branch for the bug fix; branch
    from a tag; start a branch; make a branch; branch for this ticket; create a release branch; open a new
    branch from an older commit; hotfix branch; new branch from develop for the ticket; make a branch off this
    commit; I want a branch called`,
  git_current_branch: `
    which branch am I on; current branch name; what is checked out; am I on main; detached head; what branch is
    this; name of my branch; where am I in git; am I on the right branch; which branch is active; what am I on,
    main or something else; tell me the branch; is this the main branch`,
  git_list_branches: `
    list all branches; which branches exist; remote branches; stale branches; git branch -a; old branches; branches
    by last commit; what branches do we have; does the branch exist; branches on the server; whose branches are
    these; which branches are merged; feature branches; is there a branch for; find a branch; is there still a
    branch for the old redesign; show me the branches; how many branches; which branches are left over; names of
    branches; do we have a release branch`,
  git_switch: `
    check out another branch; go to main; switch branch; git checkout; change to the develop branch; back to the
    previous branch; work on that branch; start working on a new branch; move over to the branch; jump to the
    release branch; go back to main; check out the pull request branch; continue on my other branch; leave this
    branch; get onto develop; create and check out a branch; change branches; take me back to main; put me on
    the release branch; open the branch of my colleague; move to another branch; I want to work on develop now`,
  git_stash: `
    put my changes aside; stash; set my work aside for a moment; get my stashed changes back; git stash pop; save
    work in progress; shelve; temporarily undo my changes; keep my changes but clean the tree; drop a stash;
    list stashes; undo everything but keep it somewhere; park my changes; I need a clean tree for a minute; get
    back what I put aside; hide my changes; bring back the changes from before; clean working directory without
    losing work; set aside; unstash; what did I stash; put my half done work away; something urgent came up,
    save what I am doing; bring my stashed work back; keep this for later without a commit; tuck my changes
    away; restore the work I parked`,
  git_push: `
    push to origin; upload my commits; publish the branch; git push; send it to github; force push; share my work
    with the team; push tags; publish my branch so others can review; upload the branch; get my commits onto the
    server; release my commits; put it on gitlab; push it; send the branch upstream; let the others see my
    commits; overwrite the remote branch; make my commits public; upload this branch to github; make it
    available to the others; send my work to the remote; push my commits; get this to the remote repository`,
  git_pull: `
    get the latest changes; update from origin; git pull; sync with upstream; fetch and merge; bring my branch up to
    date; rebase on the remote; download what the team did; git fetch; a colleague pushed something, get it;
    refresh my copy; what is new on the server, get it; take over changes from main; merge the latest main;
    catch up with the team; my branch is behind, update it; get the newest version from the repository; sync;
    update the repo; download new commits; pull in what others did; rebase onto origin; are there new commits on
    the remote, get them; update my local copy; bring in the newest changes; get up to date; fetch what the
    others committed`,
  list_worktrees: `
    which worktrees are there; list worktrees; other checkouts of this repository; git worktree list; how many
    checkouts do I have; show my worktrees; where is that branch checked out`,
  add_worktree: `
    work on two branches at once; separate checkout of a branch; new worktree; git worktree add; check out a branch
    in another folder; review a branch without touching my changes; parallel checkout; check out the pull
    request next to my work; second working copy; look at another branch without losing my place; give this
    branch its own folder; try something in a separate checkout; parallel work on a hotfix; look at the release
    branch in a separate folder; open another branch beside this one; have two versions of the project side by
    side`,
  remove_worktree: `
    remove a worktree; delete the extra checkout; clean up worktrees; prune a worktree; git worktree remove; I am
    done with that checkout, remove it; get rid of the second working copy; delete the worktree of the hotfix;
    drop a checkout`,
  ci_build: `
    build the project; compile; make; cargo build; does it compile; npm run build; produce a release build; dotnet
    build; build it; create the bundle; mvn package; gradle assemble; go build; why does the build fail; make a
    production bundle; generate the production build; create the executable; see if it builds; compile it; build
    for release; is the build broken; cmake; run the compiler; package the app; build the docker-free binary;
    transpile; rebuild everything; make all; produce the artefacts; webpack; build the release version; does
    this compile; compile the code; try to build it; make a build; is the project buildable; create a jar;
    produce a wheel; bundle the frontend`,
  ci_restore: `
    install dependencies; npm install; npm ci; pip install -r requirements; restore packages; bundle install;
    node_modules is missing; set up the project after cloning; composer install; cargo fetch; go mod download;
    missing packages; fresh clone, get everything it needs; get the project ready; install what is missing;
    module not found, install it; update node_modules from the lock file; download the libraries; install the
    requirements; pull dependencies; cannot find module; packages are not installed; yarn install; pnpm install;
    poetry install; uv sync; nuget restore; install whatever this project needs; get the dependencies; add the
    missing modules; prepare the project; packages are missing after the clone`,
  ci_run_tests: `
    run the tests; unit tests; do the tests pass; pytest; jest; vitest; cargo test; go test; which tests fail; test
    suite; check that nothing is broken; only run one test; rerun failed tests; test coverage; regression tests;
    are the tests green; is everything passing; run the suite; test it; check my change with the tests; is
    anything red; why is this test failing; run the spec; execute the integration tests; verify that it works;
    phpunit; rspec; dotnet test; run all tests again; test only this file; do the checks pass; did I break a
    test; mvn test; run e2e tests; run the tests and tell me what fails; only run the tests for the parser; do
    all tests pass; is the code tested and green; execute the unit tests; run the failing test again; check with
    the test suite; how many tests do we have`,
  run_command: `
    run one program; call an executable with arguments; run a binary without a shell; run a tool like ffmpeg;
    execute a program directly; start a program with these arguments; call a binary; run an executable; invoke a
    tool without shell expansion; run terraform plan; convert a video with ffmpeg; run ffprobe on a clip; run
    imagemagick; start the binary with two arguments; execute kubectl get pods; run terraform`,
  get_diagnostics: `
    which node version is installed; what operating system is this; machine details; is docker installed; how much
    memory is there; system information; installed versions; is the sandbox working; which programs are
    available; cpu and memory; environment facts; is git installed; which python is on this machine; what
    machine am I on; how many cores; what versions of tools are installed; do I have rust; linux or mac; which
    directories may you use; what can you access; is ripgrep there; architecture of this computer; hardware;
    which shell; what is available here; ram; host name; which java version; how much ram does this computer
    have; do I have go installed and which version; what cpu is this; is python available; which tools are
    installed here; tell me about this computer; which version of git is this; is there a sandbox here`,
  shell_execute: `
    run a shell command; bash; execute a command line; pipe commands; run this one-liner; chmod a file; curl
    localhost; docker ps; count lines; disk space; unzip an archive; make it executable; environment variables;
    run a python script; sort and count; df; du; tar; wc; download with curl; what time is it; free space;
    compress a folder; run a database query; kill by port; how many lines of code; unpack the archive; zip the
    folder; run a script; how much disk space is left; which process uses the port; make an http request to
    localhost; run docker compose; show environment; list containers; run sql; calculate; convert an image;
    check the weather with curl; use awk; find large files; count files; ping a host; check whether the api
    answers; sqlite query; execute python code; run this command; try this in the terminal; set the file to
    executable; what is my ip; largest folders; replace in many files with sed; create a symlink; generate a
    key; extract the tar.gz; base64; use jq; biggest files in the project; openssl; print the date; gzip the
    logs; count the files that end in; call the local api with curl; run a command in bash; show the date and
    time; change the permissions of a file; list running containers; check the network; echo; who am I; run a
    loop over all files; combine two csv files; resize images; merge pdf files; what is the public ip; run the
    python file; measure how long it takes; query the database; run psql; run make clean; find and delete empty
    folders`,
  shell_start: `
    start the dev server; run it in the background; start a watcher; npm run dev; long running command; launch the
    server; keep it running; serve the app locally; boot the backend; start a daemon; watch mode; open an
    interactive program; start a repl; spin up the api; fire up the app; bring up the backend; run the app so I
    can try it; start the frontend; open it in dev mode; run this and leave it running; start storybook; run
    docker compose up; run the database locally; start a local web server; kick off a long job; launch in the
    background; start a python shell; start jupyter; run the bot; preview the site; get the app running; rails
    server; flask run; host this folder; start the backend in the background; run the dev script and leave it
    on; run the server; start the worker; bring the app up; start the database; start the tests in watch mode;
    open a shell session; get the site running locally; launch a tunnel and keep it open`,
  shell_send_input: `
    type into the running program; answer its prompt; press enter; send ctrl-c; answer yes; write to stdin; enter
    the password; reply to the question on the terminal; type a command into the repl; interact with the
    process; confirm the prompt; say yes to the question it asks; hit return; the installer is waiting for an
    answer; choose option two in the menu; send a line to the program; paste this into the running session;
    interrupt it with control c; type quit; the program asks for a name; continue the wizard; give it input;
    press q; enter a command in the python shell; the setup asks whether to continue, say y; it wants a
    password, type it; tell the program to go on; answer no; type exit into it; choose the default; press
    escape; reply to the prompt`,
  list_background_processes: `
    what is running; which servers are running; which port does the server use; running processes; jobs; ps; is the
    dev server up; what did I start; is anything still running; which process listens on the port; background
    jobs; port is taken, by what; is the server still up; which port is it on; what have we got running; what is
    listening; show running jobs; do I have something running; is it alive; where is my app running; address of
    the dev server; which servers did you start; what is using the port; did it crash; on which port is my app;
    what is running in the background; are there jobs left; list the servers I started; is the worker running;
    pid of the server; is something already running`,
  get_background_process_output: `
    what does the server print; logs of the dev server; show the output; did the server start; console output;
    errors of the running process; follow the log; last lines of the background job; what did it print; is it
    ready; tail the logs; what does vite say; the page is blank, check the server output; why did the server
    crash; did it come up; any errors in the console; see the log of what is running; what is it doing right
    now; is the watcher happy; has the compile finished; show stdout; stack trace of the server; check the
    terminal; did a request come in; what went wrong in the background job; output of the command I started;
    messages from the app; wait until it is ready; has the server printed an error; the last thing the worker
    logged; what does the console say; read the logs of my app; show what the watcher reported; did the job
    print anything; how far is the long command; output so far; what is the dev server complaining about`,
  stop_background_process: `
    stop the server; kill the process; shut it down; end the watcher; terminate; free the port; ctrl-c the server;
    quit the dev server; it hangs, end it; cancel the background job; shut the api down; turn off the server;
    take the app down; stop everything you started; that is enough, stop it; close the running program; kill
    what is on the port; end the job; stop watching; halt; the server is stuck; restart the server; switch it
    off; abort the long command; stop the thing on the port; end the worker; kill the watcher; take the server
    down; please stop the backend; quit what is running; close the dev server`,
  list_projects: `
    which projects are there; list my projects; show all repositories; what am I working on; registered projects;
    what code do I have on this machine; find my projects; all code bases; which repos are on this computer;
    projects in my home directory; show me all the projects you know; which code bases are here; list of my apps`,
  get_project: `
    what kind of project is this; which framework; which package manager; project details; is it a monorepo;
    workspaces; tech stack; what is this project written in; does it use npm or pnpm; is it next or remix; is
    this react or vue; what language is this; what is this built with; which build tool; which node version does
    it need; is this a monorepo or a single package; type of project; what stack; is it typescript; which test
    framework; information on this project; what is this thing; is this vue or angular; python or node; which
    package manager do we use; summary of the project's manifest; does this use typescript; what is this project
    based on; yarn or npm`,
  register_project: `
    add this directory as a project; register a project; make this folder known; rename a project; new project in
    toolgate; remember this folder as a project; add my repo to the projects; open this directory to agents for
    good; give the project another name; let toolgate know about this repo`,
  remove_project: `
    forget a project; unregister a project; take a project off the list; I no longer work on this, take it off the
    projects; drop the project from the list; unlist a project`,
  list_project_scripts: `
    which scripts are there; npm scripts; what can I run; commands in package.json; available tasks; how do I start
    this project; list the scripts; what are the npm scripts again; how is this started; how do I run the tests
    here; what tasks does the package have; what commands does this repo offer; which script builds it; is there
    a lint script; how can I launch this; show the scripts section; make targets; what scripts does this repo
    have; how do I start the app; show the npm tasks; what can npm run do here; is there a script for deploying`,
  run_script: `
    run the lint script; npm run; run a package.json script; format the code; run the linter; yarn; pnpm run;
    execute the script; npm run lint; run the type check script; seed the database with the script; generate the
    docs with the script; run prettier through the script we have; use the format script; run the checks; start
    the migration script; execute the task; eslint; npm run typecheck; run storybook build; apply migrations;
    lint the project; run the release script; run the codegen; fix formatting; seed data; use our script for
    that; bun run; npm start; execute our lint script; run the format task; start the script called seed; use
    the package script; run the docs script; do npm run clean; run the check task; run our migration script`,
  run_npm_script: `
    run a script with arguments; npm run with flags; pass options to a package script; pnpm script with parameters;
    yarn script with args; npm run lint with --fix; run the test script only for one file; script with extra
    flags; npm run build -- --watch; pass a parameter to the npm script; lint and fix automatically; run the
    build script with a flag; npm test with a filter; call the script with a parameter`,
};
