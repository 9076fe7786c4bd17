import { oneOf } from '../../core/text/one-of.ts';

/** Package managers, build tools and compilers with a cache: they fill the caches of the home directory themselves. */
const CACHE_USERS = oneOf`
  npm npx pnpm pnpx yarn yarnpkg bunx? corepack deno node-gyp cargo(-[\w-]+)? cross rustc maturin trunk
  wasm-pack go gotestsum golangci-lint goreleaser g?make cmake ctest ninja meson scons bazel(isk)? buck2?
  pants just task rake gradlew? mvnw? mvnd ant sbt mill lein clj clojure scala-cli cs coursier dotnet nuget
  msbuild pip[\d.]* pipx pipenv uvx? poetry pdm hatch tox nox conda mamba micromamba pre-commit bundler? gem
  composer mix rebar3 swift xcodebuild dart flutter pub cabal stack zig opam dune nix(-[\w-]+)? turbo nx
  lerna rush moon helm trivy ccache sccache ([\w-]+-)?(gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(-[\d.]+)?
`;

/** Whether one of the commands is a program that keeps what it downloads and builds in a cache of the home directory. */
export const usesCaches = (commands: readonly (readonly string[])[]): boolean =>
  commands.some(([program = '']) => CACHE_USERS.test(program.replace(/^.*\//, '')));
