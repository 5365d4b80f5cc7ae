import { type Comparison, type Finding, inside, report, type Spot } from './comparison.js'
import type { Direction, RulePair, Verdicts } from './schemas/classify.js'
import type { Root } from './schemas/schema-pair.js'

/**
 * Values of a type, a body or a response that break although no change was said to break them: the change that they
 * are about is breaking then, or they are a change of their own.
 */
export function withUnexplained(on: Comparison, found: readonly Finding[]): Finding[] {
  const all = [...found]
  for (const [root, spot] of on.roots) {
    const pair = root.rules()
    if (!pair) continue
    for (const direction of ['sent', 'received'] as const) {
      if (!root.flow[direction] || on.verdicts.holds(pair, direction)) continue
      if (all.some((each) => isPartOf(each, root) && each.breaks.includes(direction))) continue
      const index = blamed(on, all, root, direction)
      const cause = all[index]
      if (cause) all[index] = broken(on, cause, direction)
      else reportValues({ ...on, report: (each) => all.push(each) }, spot, pair, direction)
    }
  }
  return all
}

/** Old answers that may be refused although no change says so: the change that they are about does then. */
export function withRefusedAnswers(on: Comparison, found: readonly Finding[]): Finding[] {
  const all = [...found]
  for (const [root, spot] of on.roots) {
    const pair = root.rules()
    if (!pair || !root.flow.received || spot.isUnread || on.verdicts.readsOld(pair)) continue
    const own = all.filter((each) => isPartOf(each, root) && each.class !== 'docs')
    const isSaid = own.some(
      (each) => each.class === 'breaking' || each.notes.includes('old-servers'),
    )
    if (isSaid) continue
    const about = own.filter(({ schemas }) => {
      const inner = schemas?.rules()
      return inner && !on.verdicts.readsOld(inner)
    })
    const cause = innermost(about.length > 0 ? about : own)
    if (cause) all[all.indexOf(cause)] = { ...cause, notes: [...cause.notes, 'old-servers'] }
    else if (on.verdicts.oldWitness(pair)) reportRefused(on, spot, (each) => all.push(each))
  }
  return all
}

/** No change says it: several together do, or one that no type shows. */
function reportRefused(on: Comparison, spot: Spot, tell: (finding: Finding) => void): void {
  report({ ...on, report: tell }, 'values-changed', spot, 'is described more strictly', {
    class: 'additive',
    evidence: 'value',
    notes: ['old-servers'],
  })
}

function isPartOf({ schemas }: Finding, root: Root): boolean {
  return schemas?.root.wholes()?.includes(root) ?? false
}

/** The innermost change whose values break. */
function blamed(
  { verdicts }: Comparison,
  found: readonly Finding[],
  root: Root,
  direction: Direction,
): number {
  const candidates = found.filter(
    (each) =>
      each.class !== 'docs' &&
      isPartOf(each, root) &&
      failingAt(verdicts, each, direction) !== undefined,
  )
  const cause = innermost(candidates)
  return cause ? found.indexOf(cause) : -1
}

function innermost(found: readonly Finding[]): Finding | undefined {
  const depthOf = ({ schemas }: Finding): number => schemas?.depth ?? 0
  const deepest = Math.max(...found.map(depthOf))
  return found.find((each) => depthOf(each) === deepest)
}

/** The rules at which values break: those of the value, or of the object that lacks it now. */
function failingAt(
  verdicts: Verdicts,
  { schemas, holder, kind, subject }: Finding,
  direction: Direction,
): RulePair | undefined {
  const pair = schemas?.rules()
  if (pair && !verdicts.holds(pair, direction)) return pair
  const around = kind === 'field-removed' ? holder?.rules() : undefined
  if (!around || verdicts.holds(around, direction)) return undefined
  const verdict = verdicts.verdict(around, direction)
  if (verdict === 'holds' || verdict === 'unproven') return around
  const name = String(verdicts.refusal(around, direction, verdict.value)?.path.at(-1))
  return subject === inside(subject.slice(0, -name.length - 1), name) ? around : undefined
}

function broken({ verdicts }: Comparison, finding: Finding, direction: Direction): Finding {
  const pair = failingAt(verdicts, finding, direction)
  const verdict = pair ? verdicts.verdict(pair, direction) : 'unproven'
  const breaks = [...finding.breaks, direction]
  if (verdict !== 'holds' && verdict !== 'unproven') {
    const { value: counterexample } = verdict
    return { ...finding, class: 'breaking', evidence: 'value', counterexample, breaks }
  }
  if (finding.class === 'breaking') return { ...finding, breaks }
  return { ...finding, class: 'breaking', evidence: 'unproven', breaks }
}

function reportValues(on: Comparison, spot: Spot, pair: RulePair, direction: Direction): void {
  const verdict = on.verdicts.verdict(pair, direction)
  if (verdict === 'holds') return
  const isSent = direction === 'sent'
  const message = isSent ? 'refuses values that were valid' : 'has values that were refused before'
  const flow = { sent: isSent, received: !isSent }
  const at = { ...spot, flow }
  if (verdict === 'unproven') {
    report(
      on,
      'values-changed',
      at,
      isSent ? 'may refuse values that were valid' : 'may have values that were refused before',
      {
        class: 'breaking',
        evidence: 'unproven',
      },
    )
    return
  }
  const { value } = verdict
  const reason = on.verdicts.refusal(pair, direction, value)
  const subject = (reason?.path ?? []).reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[]` : inside(name, key)),
    spot.subject,
  )
  const source = reason?.rule.source
  const side = isSent ? 'new' : 'old'
  // The same sources for all types that have these rules, so that they share one change.
  const sources = source ? { before: source, after: source } : {}
  report(on, 'values-changed', { ...at, subject, ...sources }, message, {
    side,
    class: 'breaking',
    evidence: 'value',
    counterexample: value,
  })
}
