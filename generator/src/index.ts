export { type Config, defineConfig, type PackageConfig } from './config/config.js'
export type { Finding } from './diagnostics/finding.js'
export type { DiffResult, PlacedChange } from './diff.js'
export {
  type CheckResult,
  check,
  diff,
  type GenerateResult,
  generate,
  type InspectResult,
  inspect,
  type Options,
} from './library.js'
