import type { Asked } from './asked.ts';

/** How people ask for what the packs workflows and gate do. */
export const RUNS: Asked = {
  create_workflow: `
    automate these steps; every night; schedule a job; cron; pipeline; do this each morning; run tests and then
    deploy; chain several commands; set up a release process; make a routine; recurring task; once a week;
    define a multi-step process; nightly backup; every Monday at 8; do this regularly; at midnight;
    automatically run these commands one after the other; build, test and publish in one go; I want this to
    happen each day; remind me weekly; a job that runs every hour; set up a pipeline for this repo; if the tests
    pass, deploy; define the release steps; automate the deployment; make a checklist that runs itself; daily
    report; set up continuous integration; repeat this every morning; schedule a backup; make this repeatable;
    after each other with an approval in between; every friday afternoon, run the report; a pipeline that tests
    and then deploys; do these things in order whenever I ask; make an automation for the release; automatically
    once an hour; plan a job for the night; a sequence of commands with a condition; run the cleanup every
    sunday; set up a scheduled task; turn these steps into a workflow; a process that waits for my ok before it
    publishes`,
  update_workflow: `
    change a workflow; change its schedule; run it at another time; pause the schedule; disable the nightly job;
    edit the pipeline; rename a workflow; turn off the automation; move the nightly build to 4 am; run it weekly
    instead of daily; switch the schedule off; the pipeline should use another branch; change a step of the
    pipeline; edit the automation; hold the nightly job for now; another time zone for the schedule; change the
    input of the workflow; enable the schedule again; fix the workflow; the report should come at noon instead;
    change when it runs; the job should run on weekdays only; pause the weekly report; the deploy workflow
    should use another command; modify the pipeline; set another schedule`,
  delete_workflow: `
    delete a workflow; remove the pipeline; get rid of the nightly job; drop the automation; we do not need that
    pipeline any more; drop the weekly job; remove the schedule for good; cancel the recurring task; delete the
    automation; throw the old import workflow away; remove this automation; delete the pipeline for good; get
    rid of the weekly report`,
  get_workflow: `
    show a workflow; which steps does the pipeline have; when does it run; details of the automation; what does the
    workflow do; what does the release pipeline do exactly; steps of the nightly job; when is the next run; show
    the definition of the pipeline; what is scheduled for tonight in detail; explain this workflow; which
    commands are in the pipeline; what does the deploy workflow consist of; show the steps of the release
    workflow; what is in the backup workflow; how is the pipeline defined; explain what the nightly workflow
    does; details of a workflow; which steps are in it`,
  list_workflows: `
    which workflows are there; list pipelines; what is automated; scheduled jobs; all automations; what runs on a
    schedule; what jobs do we have; what is scheduled; which pipelines exist; is there a pipeline for deploying;
    show the automations; what happens at night; names of the workflows; cron jobs; recurring tasks; which
    automations do I have; list the workflows; show all pipelines; what jobs are defined; is there a workflow
    for backups`,
  run_workflow: `
    run the pipeline; start the deployment; kick off the release; trigger the workflow; run the nightly job now;
    execute the automation; start the release process; run the workflow again; run the backup job again now;
    deploy; start the pipeline; release it; do the release; launch the nightly build by hand; kick it off;
    execute the deployment workflow; ship a new version with the pipeline; start the job with these inputs;
    rerun the failed pipeline; trigger the build; let the release run; go ahead with the deployment; start the
    deploy workflow; launch the backup workflow; run the report now; begin the release; execute the import
    workflow; make the pipeline run`,
  add_workflow_step: `
    add a step to the pipeline; one more step in the workflow; also do this in the workflow; insert a step; extend
    the pipeline; the pipeline should also send a message; add linting to the pipeline; put a test step before
    the deployment; include another command in the workflow; append a step; ask for approval before publishing
    in the workflow; put a smoke test at the end of the deploy workflow; the workflow should also build the
    docs; one more command in the pipeline`,
  delete_workflow_step: `
    remove a step from the workflow; take a step out of the pipeline; the pipeline no longer needs this step; drop a
    step; skip the lint step from now on; leave that step out of the pipeline; remove the notification from the
    workflow; we no longer need the second step`,
  create_step_template: `
    keep a command for later workflows; reusable step; save a step as a template; step template; use the same step
    in several workflows; I use this command in many pipelines, keep it; template for a step; make the step
    reusable; a standard step with placeholders`,
  list_step_templates: `
    which step templates are there; ready-made steps; reusable steps; templates for steps; what ready-made steps can
    I use; which building blocks are there for workflows; show the templates; standard steps`,
  get_execution_status: `
    is the pipeline done; did the run succeed; status of the run; why did the workflow fail; log of the run; how far
    is it; is the deployment finished; progress of the execution; which step failed; result of the nightly job;
    why did the release fail; how is the deployment going; is it through yet; did it work; is the build job
    finished; what is the pipeline waiting for; show the log of the failed job; how long has the run taken; at
    which step is it; what went wrong in the pipeline; outcome of the run; is the run stuck; has it been
    deployed; status of the job; error of the last run; is the deploy through; did the deploy work; where is the
    run right now; has the backup finished; what is the state of the release; show me how the run went; why is
    the pipeline red; logs of the last deploy`,
  cancel_execution: `
    stop the pipeline; cancel the run; abort the deployment; end the workflow that runs; kill the run; stop the
    release; abort that deployment; stop the job; the pipeline hangs, end it; do not release, stop it; break off
    the run; call off the deployment; interrupt the workflow; wrong inputs, cancel it; halt the release; the
    deploy is going wrong, stop it; stop the running release; do not continue with the pipeline; end the current
    run; abort the backup`,
  list_action_executions: `
    history of runs; when did it last run; past executions; failed runs; recent deployments; did the nightly job
    run; previous runs of the workflow; runs of last week; did the backup run this week; how often did it fail;
    last deployments; when was the last release run; list of runs; which runs failed; what ran last night; show
    past runs; has the job been running regularly; job history; recent pipeline runs; previous deployments and
    their results; when did the report last run, and did it work; all deployments of this month; how many times
    did it run; show the last ten runs; which night did the backup fail`,
  create_action: `
    set up a one-click action; save a command as an action; new action; create a button for a script; make a
    reusable action; save this command so that I can run it again with one click; define an action; make a
    shortcut for this; quick command; a button that deploys; keep this script as an action`,
  run_action: `
    run the action; execute a saved action; start the action; press the button; press the deploy button; use the
    saved action; run my shortcut; start the saved command; fire the action; do the usual clean-up action; run
    the saved action clear-cache; start the action called; execute my quick action`,
  get_action: `
    show an action; what does the action do; configuration of an action; what happens when I run this action;
    details of the saved command; what is behind the button`,
  update_action: `
    change an action; edit the action; another command for the action; the action should use another script; change
    the saved command; rename the action; give the action other arguments`,
  delete_action: `
    delete an action; remove the saved action; I do not need this action any more; remove the button; drop the saved
    command`,
  list_actions: `
    which actions are there; list saved actions; available actions; what can be run with one click; what shortcuts
    are there; which buttons do I have; saved commands; list of actions; what quick actions exist`,
  get_action_permissions: `
    who may run actions; what is allowed for actions; permissions of actions; may agents run this action; am I
    allowed to run actions; which actions may an agent start; action rights; is this action restricted`,
  create_webhook: `
    start the workflow from github; incoming webhook; url that starts a pipeline; notify slack; outgoing webhook;
    call this address when it is done; trigger on push; connect with another service; post to a chat; let
    another system start it; let github kick off the build; tell slack when it is done; start the job from
    outside; when somebody pushes, run the pipeline; get notified on failure; call our api after the release;
    give me a url for the ci; hook up discord; react to an event from another system; http endpoint that starts
    the workflow; send results to teams; start it when a pull request is opened; run it automatically when
    somebody pushes; post to slack when the build fails; let another program start this; a url for incoming
    calls; call us when it is finished; react to a github event`,
  trigger_webhook: `
    send the webhook; notify the other service; post to slack now; call the webhook; send a message to the channel;
    ping the endpoint; tell the team in chat; let the team know; send the notification; tell slack that we are
    done; post this to the chat; announce the release in the channel; fire the webhook; send a test message;
    notify discord; inform the others; report the result to the other system; call out to the service now; send
    a message to our slack; tell the channel; notify everybody; post the result; message the team; send this to
    the webhook`,
  list_webhooks: `
    which webhooks are there; list webhooks; which services are notified; what starts from outside; integrations;
    who gets notified; which urls start something here; show the hooks to other services; is slack connected;
    what integrations are set up; which outside services can start jobs`,
  explain_call: `
    would this be allowed; why would it be refused; what risk does it have; may I run this command; check a command
    before running it; dry run of permissions; is this dangerous; do I need approval for this; what would the
    gate say; may I delete this folder; is this command allowed; what happens if I run this; will I be asked;
    how risky is this; can the agent read this file; would it need a confirmation; is it safe to run; test a
    command against the rules; am I allowed to; which rule applies; would you be permitted to; check the
    permissions for this command; can I push without asking; would I be asked before a git push; would I be
    asked before a delete; would I be asked before installing a package; is reading the env file allowed; may
    the agent push to main; would a download be blocked; am I allowed to write outside the project; what would
    happen if I ran sudo; is the agent permitted to use the network; does editing this file need a yes; would
    you be stopped if you deleted the folder; is ssh to production allowed; what risk level has a commit; which
    rule would refuse this`,
  query_audit: `
    what did the agent do; record of calls; audit log; which commands were run today; who deleted the file; what was
    refused; history of tool calls; what happened while I was away; which agent changed this; list of everything
    that ran; activity; why was it denied; show the last calls; what has the agent been up to; what did you do
    today; what did claude change; was something refused; what happened at 3 pm; which files were written today;
    show everything that was executed; who ran this command; trace of actions; what has been done so far; review
    the activity; which commands failed; look into the log of calls; why was my call refused; list the writes of
    this session; what did the other agent do; when was this tool called; evidence; history of what agents did;
    did anyone read the secrets; which commands did you run in the last hour; what was blocked today and why;
    what did the agent delete this morning; which files did the agent change yesterday; everything that was
    refused; who used the shell today; what did you read; protocol of today; which agent made the commit; what
    was sent to the internet; list all edits of this week; which tools were called most; when did you last push;
    show what happened; did an agent touch this file; how many calls failed`,
  list_approvals: `
    which calls wait for approval; pending questions; what needs a decision; open approvals; what was approved; did
    somebody approve it; requests that were denied; is something waiting for me; what do I have to approve; is
    anything pending; which requests are open; who has to decide; was my request granted; what was I asked;
    unanswered questions; decisions so far; has it been approved; what did people decide; what is waiting for my
    approval; which questions have I not answered; what does the agent want from me; open requests; what is on
    hold`,
  wait_for_approval: `
    wait until it is approved; go on after the approval; was it approved yet; continue the pending call; wait for
    the person; hold until someone says yes; wait for the ok; I have approved it, go on; resume after approval;
    has the person answered; carry on with the call that was pending; approved, continue; I just approved it,
    please go on; it has been allowed, continue; wait for my answer; keep waiting until I decide`,
};
