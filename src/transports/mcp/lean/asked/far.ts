import type { Asked } from './asked.ts';

/** How people ask for what the packs web and remote do. */
export const FAR: Asked = {
  web_search: `
    google it; search the internet; look it up online; find information about; what is the latest version of; how do
    others solve this; documentation of a library on the web; find the official website; search the web for an
    error; who is; compare products; release notes of a library; best practices; find an article; has the new
    version been released; is there a library for; how do I do this in rust; what does this error mean; find out
    about; price of; what is the difference between two tools; research; look for alternatives; is this package
    still maintained; who makes; ask the internet; find the docs for; when is the end of life of; known
    vulnerability in a package; which license does the library have; what is the recommended way; tutorials;
    find a guide; check online; cve; official documentation; weather; exchange rate; how to; what do people say
    about one tool versus another; bun versus node; which version is current; search for how to renew a
    certificate; opinions on a framework; is it worth using; which database is better for; find reviews; what is
    the best way to; how popular is; explain a concept from the web; what does the http status mean; look for
    information on a company; recommended settings for; does this library support; when was it released; known
    issues with the new version; pros and cons; how to configure; what changed in the new major version; meaning
    of an acronym`,
  web_search_news: `
    news about; what happened this week; latest headlines; recent announcements; today's news; current events; press
    reports; was there a security incident; newly announced; was there anything in the press; what is new in
    tech; outage reports; breaking news; what did the company announce; news of the last days; is the service
    down according to the news; recent articles; latest developments; anything happening with; report about a
    breach; any news about github being down; latest reports on regulation; what is in the news; news on a
    company; announcements of this month; what happened with the merger; did they publish something this week;
    tech news`,
  web_search_code: `
    example code on github; stack overflow answers; how do open source projects use this; code samples; find a
    snippet; public repositories that use; solution on stackoverflow; usage example of an api; implementation in
    other projects; how do other projects configure this; see how others do it; open source example; sample
    implementation; how is this api used in practice; find code on the web that; popular repositories with this
    pattern; who else had this error on stack overflow; working example; code that uses this library; real world
    usage; boilerplate; someone must have solved this; example config; find sample code for uploading; has
    somebody on stack overflow solved this; code example in go; how is this usually implemented; show me a
    public implementation; github repositories that do this; example of a config in the wild; a snippet that
    shows`,
  web_fetch: `
    read this url; open the web page; download the page; what does this link say; get the article at; fetch the docs
    page; https address; summarise this website; load the issue at this link; follow the link; read the api
    documentation at this address; read the blog post and sum it up; what is on this page; check out this link;
    open this address; go to the website; get the content behind the url; look at this github issue; scrape;
    read the rfc; visit; here is a link; extract the table from the page; the docs are at this address; what
    does the changelog page say; http get a public page; download the text of the site; open this address and
    find the part on caching; what is on the page; read the article behind the link; get the text of this url;
    look at the website; load this page; go to the link and tell me; what does the readme on github say; check
    the pricing page`,
  acp_remote_execute_command: `
    run a command on the server; ssh into; restart nginx on the host; check the disk on production; uptime of the
    remote machine; reboot the server; systemctl on the box; execute on the vm; deploy on the server; tail the
    log on the server; docker on the remote host; free memory on the server; disk usage on web-1; is the service
    up on the server; ssh to the box and check; run it on staging; log in to production and run; restart the
    service on the machine; who is logged in on the server; load of the server; install a package on the host;
    run the migration on staging; kernel version of the remote machine; docker logs on production; pull and
    restart on the server; journalctl on the host; what is running on the server; is the database up on the
    machine; top on the server; update the server; check cron on the host; check whether nginx runs on the
    machine; ssh to the build machine and clear its cache; what is the load on the server; restart the app on
    staging; is the disk full on the host; run uptime over ssh; stop the service on the server; which version
    runs on production; clean docker on the build server; renew the certificate on the server`,
  acp_remote_execute_many: `
    run a command on all servers; on every host; update the whole fleet; check the version on all machines; same
    command on several hosts; uptime of all servers; restart it everywhere; across the cluster; patch level on
    every machine; on each of our servers; which of the hosts; reboot all of them; all web servers at once;
    check disk space everywhere; run this on web-1, web-2 and web-3; on both servers; in parallel on the hosts;
    the whole fleet; version on each host; roll this out to all machines; apt upgrade on all our hosts; ask
    every server for its version; restart the agent on all nodes; are all servers up; each machine in the
    cluster; on all boxes at the same time`,
  acp_remote_upload: `
    copy a file to the server; scp; upload the build; send the archive to the host; put this on the remote machine;
    rsync to the server; transfer a file to the vm; deploy the artefact; drop this tarball on staging; put the
    file on the server; bring the build to production; ship it to the host; place the certificate on the
    machine; move this file over to the server; push the archive to the box; send it over; install the new
    binary on the host; publish the site to the server; sync my folder to the remote machine; send the zip to
    the server; transfer this to the machine; put my local file there; upload the report to the host; copy my
    key file to the server; get this file onto the box`,
  acp_remote_download: `
    copy a file from the server; download the log from production; fetch the backup from the host; scp from; get the
    dump from the remote machine; pull a file off the vm; save a remote file here; bring the crash dump over
    here; get me the database dump from the server; I need the log file from production on my machine; copy it
    from the box to my laptop; grab the backup; retrieve the file from the host; save the server's config
    locally; take the file off staging; fetch the report from the machine; fetch the log from the server to my
    desktop; get a copy of the remote file; download from the machine; I want the server's database file here;
    bring the file to my computer`,
  acp_remote_read_file: `
    show a file on the server; read the nginx config on the host; cat a remote file; look at the log on production;
    view the remote config; what does the file on the server say; show me sshd_config of the bastion; what is
    configured on the server; contents of a file on staging; look into the env file on the host; check the hosts
    file of the machine; print the config of the remote service; which settings does production have; open the
    file on the box; read the crontab file on the server; what is in the crontab file on the server; read the
    log on the host; show the remote config file; print a file that is on the machine; look at the settings on
    the server`,
  acp_remote_write_file: `
    write a file on the server; change the config on the host; edit a remote file; save this on the server; create a
    file on the vm; replace the remote config; fix a setting in a file on production; put this config on the
    server; update the settings file on staging; add a line to the config on the host; set up a service file on
    the machine; write authorized_keys on the box; correct the nginx config on production; place a small file on
    the server; change an environment variable in the file on the host; write a robots file to the web root of
    the server; store this text on the host; create a config on the machine; put these lines in a file on the
    server; edit the remote settings`,
  acp_remote_list_files: `
    what is in the folder on the server; ls on the remote machine; list files on the host; browse the remote
    directory; files in /var/log on production; what is in the directory on web-1; which releases are on the
    server; show the log files on the host; look around on the machine; which backups are there on the server;
    are there core dumps on staging; contents of a directory on the box; is the file on the server;
    sites-enabled on the host; find a file on the server; show the folders in a directory on the staging box;
    which files are on the server; list a path on the host; what is stored on the machine; look into the folder
    on the server`,
  acp_remote_delete: `
    delete a file on the server; remove an old release from the host; rm on the remote machine; clean up the server;
    remove a remote directory; remove old backups on the server; delete the logs on the host; clean the tmp
    directory of the machine; get rid of the old release on staging; drop the file on the box; free space on the
    server by removing files; remove a folder from the server; throw away the remote file; wipe the directory on
    the host; delete the old version on the machine`,
  acp_remote_move: `
    rename a file on the server; move a folder on the host; mv on the remote machine; swap releases on the server;
    switch the current release on the server; rename the config on the host; archive the log on the machine; put
    a file elsewhere on the server; move the backup on the box`,
  acp_remote_make_directory: `
    create a folder on the server; mkdir on the host; new directory on the remote machine; prepare a folder on the
    server; add a releases directory on the host; I need a directory on staging; create the path on the machine`,
  acp_remote_chmod: `
    make the script on the server executable; change permissions on the host; chmod on the remote machine; file mode
    on the server; permission denied on the server file, fix its mode; make it executable on the host; private
    key on the server is too open; restrict access to the file on the machine; set 600 on the box; read-only on
    the server; the script on the server cannot be executed, fix that; set the mode of a remote file; make the
    remote key private`,
  acp_remote_chown: `
    change the owner on the server; chown on the host; give the remote folder to www-data; wrong owner on the
    server; change the group of a remote file; the web server cannot write its folder on the host, change the
    owner; make deploy the owner on the machine; files on the server belong to root; set owner and group on the
    box; hand the directory to another user on the server`,
  acp_remote_batch: `
    several file operations on the server at once; many remote changes in one call; create, write and move files on
    the host together; do all these file changes on the server in one go; set up folders and files on the host;
    a list of remote file operations; several edits on the machine in order`,
  acp_remote_forward_port: `
    tunnel; reach the remote database from here; forward a port; ssh tunnel; connect to postgres on the server; open
    the admin page of the server locally; make my local server reachable from the host; port forwarding; I need
    the staging database on localhost; access an internal service of the server from my browser; connect to
    redis on the host; reach the service behind the firewall; map a remote port to my machine; open a tunnel to
    production; expose my local port to the server; view the dashboard of the machine; remote debugging port;
    close the tunnel; jump through the bastion to the database; connect to the mysql on the server from my
    laptop; see the web interface that only listens on the server; use the remote database locally; bring a port
    of the machine to me`,
  acp_remote_list_hosts: `
    which servers can I reach; list hosts; machines in my ssh config; available servers; names of the machines;
    which environments do we have; where can I deploy to; what machines do we have; is staging configured; which
    boxes do you know; hosts I may use; show the servers; list of ssh hosts; do you have access to production;
    our servers; what is the server called; which machines are set up for ssh; where can I log in; names of our
    servers; do we have a staging host`,
};
