import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ChangeKind, type Rule, rules } from '../../generator/src/compare/schemas/rules.js'

/**
 * What oasdiff reports for the same two documents, checked by `test/external/peers/oasdiff/rules.mjs`.
 */
interface Oasdiff {
  /** The names of its findings; if there are several, the worst ones. */
  readonly rules: readonly string[]
  readonly level: 'none' | 'info' | 'warning' | 'error'
  /** Why we differ, if only one of the two calls it breaking. */
  readonly why?: string
}

/** A rule of diff, and the smallest pair of documents that it is about. */
export interface RuleExample {
  readonly kind: ChangeKind
  readonly rule: Rule
  readonly before: string
  readonly after: string
  readonly oasdiff: Oasdiff
}

/** Rules with their pairs in `docs/rules`, in the order of the table. */
export function readRuleExamples(docs: string): RuleExample[] {
  const folder = path.join(docs, 'rules')
  const read = (...names: string[]): string => readFileSync(path.join(folder, ...names), 'utf8')
  const peers: Readonly<Record<ChangeKind, Oasdiff>> = JSON.parse(read('compared.json'))
  const kinds = Object.keys(peers).filter((kind): kind is ChangeKind => Object.hasOwn(rules, kind))
  return kinds.map((kind) => ({
    kind,
    rule: rules[kind],
    before: read(kind, 'old.yaml'),
    after: read(kind, 'new.yaml'),
    oasdiff: peers[kind],
  }))
}

/** The rows of the table in `docs/rules.md`. */
export function ruleRows(examples: readonly RuleExample[]): string[] {
  return examples.map(({ kind, rule, oasdiff }) => {
    const { sent, received, says, promisesMore } = rule
    const cells = [
      `[\`${kind}\`](rules/${kind}/)`,
      sent,
      received,
      promisesMore ? 'refused' : '',
      says,
      oasdiffText(oasdiff),
      oasdiff.why ?? '',
    ]
    return `| ${cells.join(' | ')} |`
  })
}

export function oasdiffText({ rules: names, level }: Oasdiff): string {
  if (names.length === 0) return 'no rule'
  return `${names.map((name) => `\`${name}\``).join(', ')} (${level})`
}
