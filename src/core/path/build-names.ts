import { namesPattern } from './names-pattern.ts';

/** Files that decide how a project is built, installed, tested or deployed: changing one is asked about each time. */
const BUILD_NAMES: readonly string[] = [
  // JavaScript and TypeScript.
  '{package,package-lock,npm-shrinkwrap}.json',
  '{yarn.lock,pnpm-lock.yaml,pnpm-workspace.yaml,bun.lock,bun.lockb}',
  '{deno.json,deno.jsonc,deno.lock,tsconfig*.json}',
  '{.npmrc,.yarnrc,.yarnrc.yml,.babelrc*,.eslintrc*,.mocharc.*}',
  '{vite,webpack,rollup,next,babel,jest,vitest,eslint,prettier,postcss,tailwind,playwright,cypress}.config.*',
  // Rust, Go, Python, Ruby, PHP.
  '{cargo.toml,cargo.lock,build.rs,rust-toolchain,rust-toolchain.toml}',
  'go.{mod,sum,work}',
  '{pyproject.toml,setup.py,setup.cfg,requirements*.txt,poetry.lock,uv.lock,pipfile,pipfile.lock,noxfile.py}',
  '{gemfile,gemfile.lock,rakefile,composer.json,composer.lock}',
  // Java, .NET.
  '{pom.xml,build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,gradle.properties}',
  '{gradle-wrapper.properties,gradlew,gradlew.bat,mvnw,mvnw.cmd}',
  '{*.csproj,*.sln,directory.build.props,directory.build.targets}',
  // Build tools, versions and machines.
  '{makefile,gnumakefile,cmakelists.txt,meson.build,.bazelrc,justfile,procfile,taskfile.yml,taskfile.yaml}',
  '{mise.toml,.mise.toml,.tool-versions,.nvmrc,.node-version,.ruby-version,.python-version,.java-version}',
  '{dockerfile*,docker-compose*.yml,docker-compose*.yaml,compose*.yml,compose*.yaml}',
  '{devcontainer.json,.devcontainer.json,flake.nix,flake.lock,*.tf,vagrantfile}',
  // What runs with a commit or a push.
  '{jenkinsfile,.gitlab-ci.yml,.travis.yml,azure-pipelines.yml,bitbucket-pipelines.yml}',
  '{.pre-commit-config.yaml,lefthook.yml,lefthook.yaml,.lefthook.yml,.lefthook.yaml}',
  '{lefthook-local.yml,lefthook-local.yaml,.lefthook-local.yml,.lefthook-local.yaml,.gitattributes}',
];

const BUILD_PLACES =
  /(^|\/)(\.github\/(workflows|actions)|\.circleci|\.gitlab|\.ci|\.mvn|\.devcontainer|node_modules\/\.bin)\//;

const BUILD_NAME = namesPattern(BUILD_NAMES);

/** Whether a file is one of these, by its name and its path in small letters. */
export const isBuildName = (name: string, path: string): boolean =>
  BUILD_NAME.test(name) || BUILD_PLACES.test(path);
