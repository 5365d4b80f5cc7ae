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
  probe,
} from './library.js'
export type { Fix, Mismatch } from './probe/mismatch.js'
export type { Payload } from './probe/payload.js'
export type { ProbeOptions, ProbeResult } from './probe.js'
