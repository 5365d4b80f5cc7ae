import type { Finding } from '../types.js'

/** What the service returned must not be signed. */
export class PlanError extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    const lines = findings.map(({ place, operation, message }) => {
      const of = operation === undefined ? '' : ` (operation ${operation})`
      return `${place}${of}: ${message}`
    })
    super(`Nothing was signed:\n${lines.join('\n')}`)
    this.findings = findings
  }

  override get name(): string {
    return 'PlanError'
  }
}
