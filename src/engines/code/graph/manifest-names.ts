/** Files that say what a project needs, or how its modules are found. */
export const isManifest = (file: string): boolean => PATTERNS.some((pattern) => pattern.test(file));

const PATTERNS = [
  /(^|\/)(package\.json|tsconfig[^/]*\.json|go\.mod|pyproject\.toml|requirements[^/]*\.txt)$/,
  /(^|\/)(Cargo\.(toml|lock)|composer\.(json|lock)|Gemfile(\.lock)?|gems\.(rb|locked)|[^/]+\.gemspec)$/,
  /(^|\/)(pom\.xml|build\.gradle(\.kts)?|gradle\.properties|gradle\.lockfile|libs\.versions\.toml)$/,
  /(^|\/)([^/]+\.(cs|fs|vb)proj|Directory\.(Build|Packages)\.props|packages\.lock\.json)$/,
];
