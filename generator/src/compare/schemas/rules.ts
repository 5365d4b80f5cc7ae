import type { Note } from './notes.js'

export type ChangeClass = 'breaking' | 'additive' | 'docs'

/** Which part of the version number to raise. */
export type Step = 'major' | 'minor' | 'patch' | 'none'

const CLASSES: readonly ChangeClass[] = ['breaking', 'additive', 'docs']

export function isChangeClass(text: string): text is ChangeClass {
  return CLASSES.some((each) => each === text)
}

/** The data about a change that rules use. */
export interface Classified {
  readonly class: ChangeClass
  readonly kind: ChangeKind
}

/** Whether a change is of that class or a more severe one. */
export function isAtLeast(change: Pick<Classified, 'class'>, least: ChangeClass): boolean {
  return CLASSES.indexOf(change.class) <= CLASSES.indexOf(least)
}

export function worstOf(classes: readonly ChangeClass[]): ChangeClass {
  return CLASSES.find((each) => classes.includes(each)) ?? 'docs'
}

/** Whether callers send or receive the values of a type. */
export interface Flow {
  readonly sent: boolean
  readonly received: boolean
}

export interface Rule {
  /** The class if callers send it. */
  readonly sent: ChangeClass
  /** The class if callers receive it. */
  readonly received: ChangeClass
  readonly says: string
  /** If callers receive it, responses are described more strictly: old ones may not match. */
  readonly promisesMore?: true
  /** The semver step, if it is not the usual one of the class. */
  readonly step?: Step
}

/**
 * What each change means for callers. Two questions decide: does a program built with the old
 * package still work with the service that the new document describes, and does its source still
 * compile with the new package? If both are true, the change is additive, or docs if only text
 * differs. A type that is both sent and received has the more severe of the two classes.
 */
export const rules = {
  'operation-added': either('additive', 'a new method'),
  'operation-removed': either('breaking', 'the method is gone'),
  'operation-renamed': either('breaking', 'the method has another name'),
  'operation-moved': either(
    'breaking',
    'another path or HTTP method: running programs call the old one',
  ),
  'operation-server': either('breaking', 'clients without a base URL call it at another server'),
  'argument-changed': either('breaking', 'the argument of the method has another structure'),
  'parameter-renamed': either(
    'breaking',
    'a path parameter has another name: the URL is the same, but code that uses the name does not compile',
  ),
  'parameter-moved': either(
    'breaking',
    'arguments travel by position: running programs send another one there',
  ),
  'security-tightened': either(
    'breaking',
    'calls that were allowed now require another credential',
  ),
  'security-relaxed': either('additive', 'calls require less, or accept another credential'),
  'header-added': either('additive', 'a new response header'),
  'header-removed': either('breaking', 'a header that all responses had'),
  'optional-header-removed': either('docs', 'a header that was optional'),
  'retry-gained': either('additive', 'now safe or idempotent: clients retry it'),
  'retry-lost': either('breaking', 'no longer safe or idempotent: running clients still retry it'),
  'success-added': either(
    'breaking',
    'a new success status: its body is read as that of the known one',
  ),
  'success-removed': either('breaking', 'the body of that status is no longer guaranteed'),
  'failure-added': either('additive', 'a new error; clients expect unknown errors'),
  'failure-removed': either('docs', 'an error that no longer occurs'),
  'error-data-changed': either(
    'breaking',
    'code that reads the data of that error finds another value',
  ),
  'media-type-added': either('additive', 'one more encoding'),
  'media-type-removed': either('breaking', 'running programs use it'),

  'webhook-added': either('additive', 'a new webhook or callback'),
  'webhook-removed': either('breaking', 'a webhook or callback that is no longer sent'),

  'field-added': either('additive', 'an optional field, parameter or body'),
  'required-field-added': promise('breaking', 'additive', 'callers do not send it yet'),
  'field-removed': either('breaking', 'code that uses it does not compile'),
  'field-required': promise('breaking', 'additive', 'callers may omit it today'),
  'field-optional': rule('additive', 'breaking', 'readers rely on it'),
  'direction-gained': either('additive', 'no longer readOnly or writeOnly'),
  'direction-lost': either(
    'breaking',
    'now readOnly or writeOnly: removed from requests or responses',
  ),
  'extra-keys-allowed': either('additive', 'other keys are allowed'),
  'extra-keys-refused': either('breaking', 'other keys are no longer in the type'),
  'encoding-changed': either(
    'breaking',
    'location, style or encoding of a parameter or form field',
  ),
  'default-added': either('docs', 'documents what happens without it'),
  'default-changed': rule('breaking', 'docs', 'the same call does something else'),

  'null-allowed': rule('additive', 'breaking', 'readers do not expect null'),
  'null-refused': promise('breaking', 'additive', 'callers may send null today'),
  'format-added': either('additive', 'formats are annotations, and reject nothing'),
  'format-removed': rule('additive', 'breaking', 'readers parse by the format'),
  'format-changed': either('breaking', 'another format'),
  'bound-tightened': promise(
    'breaking',
    'additive',
    'a length, range, pattern or count; more is rejected',
  ),
  'bound-loosened': rule(
    'additive',
    'breaking',
    'a length, range, pattern or count; more is possible',
  ),
  'bound-changed': either('breaking', 'another pattern or step'),
  'assertion-added': promise(
    'breaking',
    'additive',
    'dependentRequired, contains, if, not, propertyNames, unevaluated…: servers reject more',
  ),
  'assertion-removed': rule('additive', 'breaking', 'one of these was removed: more is possible'),
  'assertion-changed': either('breaking', 'one of these was changed'),
  'values-changed': either(
    'breaking',
    'what old programs send is refused, or they refuse what arrives, because of several changes together',
  ),
  'type-widened': rule('additive', 'breaking', 'more values are valid than before'),
  'type-narrowed': promise('breaking', 'additive', 'fewer values are valid than before'),
  'type-changed': either('breaking', 'another type'),
  'type-replaced': either('breaking', 'another named type; additive if all its differences are'),

  'variant-added': either('additive', 'readers have an arm for unknown kinds'),
  'variant-removed': either('breaking', 'its arm, guard and constructor are gone'),
  'variant-renamed': either('breaking', 'its guard and constructor have other names'),
  'tagging-changed': either('breaking', 'the tag has another form'),
  'member-added': rule(
    'additive',
    'breaking',
    'in a union without tags: readers have no arm for it',
  ),
  'member-removed': promise('breaking', 'additive', 'in a union without tags'),
  'value-added': either('additive', 'in an open enum: readers handle unknown values'),
  'value-removed': rule('breaking', 'additive', 'in an open enum: any string still compiles'),
  'closed-value-added': rule('additive', 'breaking', 'readers expect only the other values'),
  'closed-value-removed': either('breaking', 'code that uses it does not compile'),

  'type-added': either('additive', 'a new exported type'),
  'type-removed': either('breaking', 'imports of it do not compile'),
  'type-renamed': either('breaking', 'imports of it do not compile'),
  'server-added': either('additive', 'a new server'),
  'server-changed': either('breaking', 'other variables in its address'),
  'server-removed': either('breaking', 'running programs call it'),
  'server-default': either('breaking', 'clients without a base URL call another server'),
  'credential-added': either('additive', 'a credential can be set'),
  'credential-removed': either('breaking', 'the option is gone'),
  'credential-changed': either('breaking', 'another header'),
  'word-added': either('additive', 'a helper generated from an x-tagwire extension'),
  'word-extended': either('additive', 'a list of such an extension has more entries'),
  'word-removed': either('breaking', 'the helper is gone'),
  'word-changed': either('breaking', 'the helper does something else'),
  'condition-added': either('breaking', 'fewer transports, or requires a server setting'),
  'condition-removed': either('additive', 'more transports, or requires no setting'),

  'docs-changed': either('docs', 'descriptions, examples, provenance, tags'),
  deprecated: { ...either('docs', 'still available; a minor version in semver'), step: 'minor' },
  undeprecated: either('docs', 'no longer deprecated'),
} as const satisfies Record<string, Rule>

export type ChangeKind = keyof typeof rules

function rule(sent: ChangeClass, received: ChangeClass, says: string): Rule {
  return { sent, received, says }
}

function promise(sent: ChangeClass, received: ChangeClass, says: string): Rule {
  return { ...rule(sent, received, says), promisesMore: true }
}

function either(both: ChangeClass, says: string): Rule {
  return rule(both, both, says)
}

/** The class of a change by who sends or receives it. It affects nobody if the type is neither sent nor received. */
export function classOf(kind: ChangeKind, flow: Flow): ChangeClass {
  const { sent, received } = rules[kind]
  return worstOf([...(flow.sent ? [sent] : []), ...(flow.received ? [received] : [])])
}

/** Who else is affected by a change of that kind, in addition to its class. */
export function notesOf(kind: ChangeKind, { received }: Flow): Note[] {
  const { promisesMore }: Rule = rules[kind]
  return received && promisesMore ? ['old-servers'] : []
}

const STEPS: Readonly<Record<ChangeClass, Step>> = {
  breaking: 'major',
  additive: 'minor',
  docs: 'patch',
}

const ORDER: readonly Step[] = ['major', 'minor', 'patch']

/** The semver step of one change. */
export function stepOf(change: Classified): Step {
  const { step }: Rule = rules[change.kind]
  return step ?? STEPS[change.class]
}

/** The semver step of all changes together. */
export function stepFor(changes: readonly Classified[]): Step {
  const steps = new Set(changes.map(stepOf))
  return ORDER.find((each) => steps.has(each)) ?? 'none'
}
