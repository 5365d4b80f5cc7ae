import type { Note } from './notes.js'

export type ChangeClass = 'breaking' | 'additive' | 'docs'

/** Which part of the version number to raise. */
export type Step = 'major' | 'minor' | 'patch' | 'none'

const CLASSES: readonly ChangeClass[] = ['breaking', 'additive', 'docs']

export function isChangeClass(text: string): text is ChangeClass {
  return CLASSES.some((each) => each === text)
}

/** What the rules need to know of one change. */
export interface Classified {
  readonly class: ChangeClass
  readonly kind: ChangeKind
}

/** Whether a change is of that class or a worse one. */
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
  /** The step, if it is not the usual one of the class. */
  readonly step?: Step
}

/**
 * What each change means for callers. Two questions decide: does a program built with the old package
 * still work with the service that the new document describes, and does its source still compile with
 * the new package? If both are true, the change is additive, or docs if only text differs.
 * A type that is both sent and received has the worse of the two classes.
 */
export const rules = {
  'operation-added': either('additive', 'a method more'),
  'operation-removed': either('breaking', 'the method is gone'),
  'operation-renamed': either('breaking', 'the method has another name'),
  'operation-moved': either('breaking', 'another path or verb: programs that run call the old one'),
  'operation-server': either('breaking', 'clients without a base URL call it at another server'),
  'argument-changed': either('breaking', 'the argument of the method is built in another way'),
  'parameter-renamed': either(
    'breaking',
    'a parameter of the path has another name: the address stays, code that names it does not compile',
  ),
  'security-tightened': either('breaking', 'calls that were allowed need another credential'),
  'security-relaxed': either('additive', 'calls are allowed with less, or in one more way'),
  'header-added': either('additive', 'a header more in an answer'),
  'header-removed': either('breaking', 'a header that every answer had'),
  'optional-header-removed': either('docs', 'a header that nobody was promised'),
  'retry-gained': either('additive', 'safe or idempotent now: clients repeat it by themselves'),
  'retry-lost': either('breaking', 'not safe or idempotent any more: running clients repeat it'),
  'success-added': either('breaking', 'another success: its body is read as the one known before'),
  'success-removed': either('breaking', 'the body of that status is not promised any more'),
  'failure-added': either('additive', 'an error more; errors are open'),
  'failure-removed': either('docs', 'an error that does not come'),
  'media-type-added': either('additive', 'one more way to write the same'),
  'media-type-removed': either('breaking', 'programs that run use it'),

  'webhook-added': either('additive', 'a webhook or callback more'),
  'webhook-removed': either('breaking', 'a webhook or callback that does not come any more'),

  'field-added': either('additive', 'an optional field, parameter or body'),
  'required-field-added': promise('breaking', 'additive', 'callers do not send it yet'),
  'field-removed': either('breaking', 'code that names it does not compile'),
  'field-required': promise('breaking', 'additive', 'callers may leave it out today'),
  'field-optional': rule('additive', 'breaking', 'readers count on it'),
  'direction-gained': either('additive', 'readOnly or writeOnly no more'),
  'direction-lost': either('breaking', 'readOnly or writeOnly now: gone from one side'),
  'extra-keys-allowed': either('additive', 'keys that are not listed may be there'),
  'extra-keys-refused': either('breaking', 'keys that are not listed are no longer in the type'),
  'encoding-changed': either('breaking', 'place, style or encoding of a parameter or a form'),
  'default-added': either('docs', 'what happens without it was not said before'),
  'default-changed': rule('breaking', 'docs', 'the same call does something else'),

  'null-allowed': rule('additive', 'breaking', 'readers do not expect null'),
  'null-refused': promise('breaking', 'additive', 'callers may send null today'),
  'format-added': either('additive', 'formats are annotations: they say more, they refuse nothing'),
  'format-removed': rule('additive', 'breaking', 'readers parse by the format'),
  'format-changed': either('breaking', 'another format'),
  'bound-tightened': promise(
    'breaking',
    'additive',
    'a length, range, pattern or count; more is refused',
  ),
  'bound-loosened': rule(
    'additive',
    'breaking',
    'a length, range, pattern or count; more may come',
  ),
  'bound-changed': either('breaking', 'another pattern or step'),
  'assertion-added': promise(
    'breaking',
    'additive',
    'dependentRequired, contains, if, not, propertyNames, unevaluated…: servers refuse more',
  ),
  'assertion-removed': rule('additive', 'breaking', 'one of those less: more may come'),
  'assertion-changed': either('breaking', 'one of those is another one'),
  'type-widened': rule('additive', 'breaking', 'more values are valid than before'),
  'type-narrowed': promise('breaking', 'additive', 'fewer values are valid than before'),
  'type-changed': either('breaking', 'another type'),
  'type-replaced': either('breaking', 'another named type; additive if all its differences are'),

  'variant-added': either('additive', 'readers have an arm for what they do not know'),
  'variant-removed': either('breaking', 'its arm, guard and constructor are gone'),
  'variant-renamed': either('breaking', 'its guard and constructor have other names'),
  'tagging-changed': either('breaking', 'the tag is written in another way'),
  'member-added': rule(
    'additive',
    'breaking',
    'of a union without tags: readers have no arm for it',
  ),
  'member-removed': promise('breaking', 'additive', 'of a union without tags'),
  'value-added': either('additive', 'of an open enumeration: readers pass unknown values on'),
  'value-removed': rule('breaking', 'additive', 'of an open enumeration: any text still compiles'),
  'closed-value-added': rule('additive', 'breaking', 'readers were promised the others only'),
  'closed-value-removed': either('breaking', 'code that names it does not compile'),

  'type-added': either('additive', 'an exported type more'),
  'type-removed': either('breaking', 'imports of it do not compile'),
  'type-renamed': either('breaking', 'imports of it do not compile'),
  'server-added': either('additive', 'one more place to call'),
  'server-changed': either('breaking', 'other variables in its address'),
  'server-removed': either('breaking', 'programs that run call it'),
  'server-default': either('breaking', 'clients without a base URL call another server'),
  'credential-added': either('additive', 'a credential can be given'),
  'credential-removed': either('breaking', 'the option is gone'),
  'credential-changed': either('breaking', 'another header'),
  'word-added': either('additive', 'a helper made by an x-tagwire word'),
  'word-extended': either('additive', 'a list of such a word has more entries'),
  'word-removed': either('breaking', 'the helper is gone'),
  'word-changed': either('breaking', 'the helper does something else'),
  'condition-added': either('breaking', 'fewer transports, or a setting of the server is needed'),
  'condition-removed': either('additive', 'more transports, or no setting needed'),

  'docs-changed': either('docs', 'descriptions, examples, provenance, tags'),
  deprecated: { ...either('docs', 'still there; semver asks for a minor step'), step: 'minor' },
  undeprecated: either('docs', 'to stay after all'),
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

/** The class of a change at its place. It affects nobody if the type is neither sent nor received. */
export function classOf(kind: ChangeKind, flow: Flow): ChangeClass {
  const { sent, received } = rules[kind]
  return worstOf([...(flow.sent ? [sent] : []), ...(flow.received ? [received] : [])])
}

/** Who is affected by a change of that kind, besides those covered by its class. */
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
