import type { Finding } from '../types.js'

/** Names and values are the service's: none of them begins a line of its own, or turns the text around. */
export const printable = (line: string): string =>
  line.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (each) => `\\u${(each.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )

/** What the service returned must not be signed. */
export class PlanError extends Error {
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    const lines = findings.map(({ pointer, operation, message }) => {
      const of = operation === undefined ? '' : ` (operation ${operation})`
      return printable(`${pointer}${of}: ${message}`)
    })
    super(`Nothing was signed:\n${lines.join('\n')}`)
    this.findings = findings
  }

  override get name(): string {
    return 'PlanError'
  }
}
