export type { LocatedChange } from './compare/located-change.js'
export { type Config, defineConfig, type PackageConfig } from './config/options.js'
export type { Finding } from './diagnostics/finding.js'
export type { DiffResult } from './pipeline/diff.js'
export {
  type CheckResult,
  check,
  diff,
  type GenerateResult,
  generate,
  type InspectResult,
  inspect,
  type Options,
  probe,
} from './pipeline/library.js'
export type { ProbeOptions, ProbeResult } from './pipeline/probe.js'
export type { Fix, Mismatch } from './probe/mismatch.js'
export type { Payload } from './probe/payload.js'
