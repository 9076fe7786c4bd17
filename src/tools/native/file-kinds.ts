/** What ripgrep looks at when it is told a type; those among which nobody keeps secrets. */
export const FILE_KINDS: Readonly<Record<string, string>> = {
  ts: '*.{ts,tsx,mts,cts}',
  js: '*.{js,jsx,mjs,cjs,vue}',
  py: '*.{py,pyi}',
  rust: '*.rs',
  go: '*.go',
  java: '*.{java,jsp,jspx}',
  c: '*.{c,h,H,cats}',
  cpp: '*.{C,H,cc,cpp,cxx,h,hh,hpp,hxx,inl}',
  ruby: '*.{rb,gemspec,rbw}',
  elixir: '*.{ex,eex,exs,heex,leex,livemd}',
  php: '*.{php,php3,php4,php5,php7,php8,pht,phtml}',
  swift: '*.swift',
  kotlin: '*.{kt,kts}',
  css: '*.{css,scss}',
  html: '*.{htm,html,ejs}',
  md: '*.{md,mdx,mdwn,mkd,mkdn,mdown,markdown}',
};
