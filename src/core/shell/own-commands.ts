/**
 * Commands of Bash, dash, zsh and fish themselves that set variables, compute, read lines or run them. What they make of
 * their words differs from shell to shell, so a line with one of them is not plain. Of the others, `plain-operands.ts` says
 * which words they may have.
 */
export const OWN_COMMANDS: ReadonlySet<string> = new Set(
  `_ abbr alias argparse autoload bg bind bindkey block break breakpoint builtin bye caller chdir commandline compadd
  comparguments compcall compctl compdescribe compfiles compgen compgroups complete compopt compquote compset comptags
  comptry compvalues contains continue count declare dirs disable disown echotc echoti emit emulate enable eval exec fc fg
  float functions getln getopts hash help history integer jobs let limit local log logout mapfile math path popd print
  private pushd pushln r random read readarray readonly rehash return sched set_color setopt shift shopt status string
  suspend times trap ttyctl typeset ulimit umask unalias unfunction unhash unlimit unset unsetopt vared wait whence where
  zcompile zformat zle zmodload zparseopts zregexparse zstyle`.split(/\s+/),
);
