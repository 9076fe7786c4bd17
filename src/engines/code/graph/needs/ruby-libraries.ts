/** What comes with Ruby, by the first part of what is required. */
export const RUBY_LIBRARIES: ReadonlySet<string> = new Set([
  ...['English', 'abbrev', 'base64', 'benchmark', 'bigdecimal', 'bundler', 'cgi', 'coverage', 'csv', 'date'],
  ...['delegate', 'did_you_mean', 'digest', 'drb', 'erb', 'etc', 'expect', 'fcntl', 'fiddle', 'fileutils'],
  ...['find', 'forwardable', 'getoptlong', 'io', 'ipaddr', 'irb', 'json', 'logger', 'matrix', 'monitor'],
  ...['mutex_m', 'net', 'nkf', 'objspace', 'observer', 'open-uri', 'open3', 'openssl', 'optparse', 'ostruct'],
  ...['pathname', 'pp', 'prettyprint', 'prime', 'pstore', 'psych', 'pty', 'racc', 'random', 'rbconfig'],
  ...['readline', 'reline', 'resolv', 'rinda', 'ripper', 'ruby2_keywords', 'rubygems', 'securerandom', 'set'],
  ...['shellwords', 'singleton', 'socket', 'stringio', 'strscan', 'syslog', 'tempfile', 'time', 'timeout'],
  ...['tmpdir', 'tracer', 'tsort', 'un', 'uri', 'weakref', 'win32ole', 'yaml', 'zlib'],
]);
