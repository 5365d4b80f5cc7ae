import type { ChangeKind } from '../schemas/rules.js'

/** What an id of oasdiff is here: kinds of changes, in requests or in responses. */
export interface OasdiffRule {
  readonly kinds: readonly ChangeKind[]
  readonly direction?: 'sent' | 'received'
}

/** Ids of whole operations, of security and of documents. */
const OTHERS: Readonly<Record<string, readonly ChangeKind[]>> = {
  'endpoint-added': ['operation-added'],
  'api-path-removed-without-deprecation': ['operation-removed', 'operation-moved'],
  'api-path-removed-with-deprecation': ['operation-removed', 'operation-moved'],
  'api-path-removed-before-sunset': ['operation-removed', 'operation-moved'],
  'api-removed-without-deprecation': ['operation-removed', 'operation-moved'],
  'api-removed-with-deprecation': ['operation-removed', 'operation-moved'],
  'api-removed-before-sunset': ['operation-removed', 'operation-moved'],
  'api-operation-id-removed': ['operation-renamed'],
  'api-operation-id-added': ['operation-renamed'],
  'api-schema-removed': ['type-removed', 'type-renamed'],
  'api-security-added': ['security-tightened', 'security-relaxed'],
  'api-security-removed': ['security-tightened', 'security-relaxed'],
  'api-security-scope-added': ['security-tightened'],
  'api-security-scope-removed': ['security-relaxed'],
  'api-global-security-added': ['security-tightened', 'security-relaxed'],
  'api-global-security-removed': ['security-tightened', 'security-relaxed'],
  'api-global-security-scope-added': ['security-tightened'],
  'api-global-security-scope-removed': ['security-relaxed'],
  'api-security-component-added': ['credential-added'],
  'api-security-component-removed': ['credential-removed'],
  'api-security-component-type-changed': ['credential-changed'],
  'api-security-component-oauth-url-changed': ['credential-changed'],
  'api-security-component-oauth-token-url-changed': ['credential-changed'],
  'api-security-component-oauth-scope-added': ['credential-changed'],
  'api-security-component-oauth-scope-removed': ['credential-changed'],
  'api-security-component-oauth-scope-changed': ['credential-changed'],
  'response-media-type-name-changed': ['media-type-added', 'media-type-removed'],
  'response-media-type-name-generalized': ['media-type-added', 'media-type-removed'],
  'response-media-type-name-specialized': ['media-type-added', 'media-type-removed'],
  'api-tag-added': ['docs-changed'],
  'api-tag-removed': ['docs-changed'],
  'endpoint-deprecated': ['deprecated'],
  'endpoint-deprecated-with-sunset': ['deprecated'],
  'endpoint-reactivated': ['undeprecated'],
  'webhook-added': ['webhook-added'],
  'webhook-removed': ['webhook-removed'],
  'new-optional-request-parameter': ['field-added', 'argument-changed'],
  'new-optional-request-default-parameter-to-existing-path': ['field-added', 'argument-changed'],
  'new-required-request-parameter': ['required-field-added'],
  'new-required-request-default-parameter-to-existing-path': ['required-field-added'],
  'new-request-path-parameter': ['required-field-added', 'operation-moved'],
  'new-optional-request-property': ['field-added'],
  'new-required-request-property': ['required-field-added', 'type-replaced'],
  'new-required-request-property-with-default': ['required-field-added'],
  'new-required-request-header-property': ['required-field-added'],
  'request-body-added-optional': ['field-added', 'argument-changed'],
  'request-body-added-required': ['required-field-added', 'argument-changed'],
  'request-body-removed': ['field-removed', 'argument-changed'],
  'response-header-added': ['header-added'],
  'required-response-header-removed': ['header-removed'],
  'optional-response-header-removed': ['optional-header-removed'],
  'response-header-became-optional': ['header-removed'],
  'response-success-status-added': ['success-added'],
  'response-success-status-removed': ['success-removed'],
  'response-non-success-status-added': ['failure-added'],
  'response-non-success-status-removed': ['failure-removed'],
  'response-mediatype-enum-value-removed': ['value-removed', 'closed-value-removed'],
}

/**
 * Ids that no change here corresponds to: dates of sunsets, stability levels, versions of documents, and comments beside
 * other messages. A team's list may contain them.
 */
const NOTHING_HERE = /(?:^|-)sunset(?:-|$)|-stability-|^api-(?:major-)?version-|-comment$/

const TYPES: readonly ChangeKind[] = [
  'type-changed',
  'type-replaced',
  'type-widened',
  'type-narrowed',
  'format-added',
  'format-removed',
  'format-changed',
  'member-added',
  'member-removed',
]
const ASSERTION =
  'contains|dependent-required|dependent-schema|else|if|then|prefix-items|property-names|pattern-property|content-schema|unevaluated-items|unevaluated-properties|min-contains|max-contains'

/** The end of an id of a body, property, parameter or header: `request-property-` and one of these. */
const ENDINGS: readonly (readonly [RegExp, readonly ChangeKind[]])[] = [
  [/^(?:optional-|required-|new-)?added$/, ['field-added', 'required-field-added']],
  [/^removed(?:-with-deprecation|-before-sunset)?$/, ['field-removed']],
  [/^became-required(?:-with-default)?$/, ['field-required']],
  [/^became-optional$/, ['field-optional']],
  [/^became-nullable$/, ['null-allowed']],
  [/^became-not-nullable$/, ['null-refused']],
  [/^became-enum$/, ['type-narrowed', 'type-changed']],
  [/^became-(?:not-)?(?:read|write)-only$/, ['direction-gained', 'direction-lost']],
  [/^(?:x-extensible-)?enum-value-added$/, ['value-added', 'closed-value-added']],
  [/^(?:x-extensible-)?enum-value-removed$/, ['value-removed', 'closed-value-removed']],
  [/^const-(?:added|changed|removed)$/, ['type-changed', 'type-narrowed', 'type-widened']],
  [/^default-value-added$/, ['default-added']],
  [/^default-value-(?:changed|removed)$/, ['default-changed']],
  [
    /^pattern-(?:added|removed|changed|generalized)$/,
    ['bound-tightened', 'bound-loosened', 'bound-changed'],
  ],
  [
    /^(?:exclusive-)?(?:min|max)(?:-length|-items)?-(?:set|unset|increased|decreased)$/,
    ['bound-tightened', 'bound-loosened', 'bound-changed', 'assertion-changed'],
  ],
  [
    new RegExp(`^(?:${ASSERTION})-(?:added|removed|changed|increased|decreased)$`),
    ['assertion-added', 'assertion-removed', 'assertion-changed'],
  ],
  [
    /^(?:any-of|one-of|all-of)-added(?:-annotation-only)?$/,
    [
      'variant-added',
      'member-added',
      'tagging-changed',
      'type-changed',
      'type-widened',
      'type-narrowed',
    ],
  ],
  [
    /^(?:any-of|one-of|all-of)-removed(?:-annotation-only)?$/,
    [
      'variant-removed',
      'member-removed',
      'tagging-changed',
      'type-changed',
      'type-widened',
      'type-narrowed',
    ],
  ],
  [/^wrapped-in-one-of$/, ['type-widened', 'type-changed']],
  [/^discriminator(?:-[a-z-]+)?$/, ['tagging-changed']],
  [
    /^(?:list-of-types-(?:narrowed|widened)|type-(?:changed|compatible|generalized|specialized)|content-encoding-changed|content-media-type-changed)$/,
    TYPES,
  ],
  [/^media-type-(?:schema-)?added$/, ['media-type-added']],
  [/^media-type-(?:schema-)?removed$/, ['media-type-removed']],
  [/^(?:deprecated|deprecated-with-sunset)$/, ['deprecated']],
  [/^reactivated$/, ['undeprecated']],
]

/** The changes that an id of oasdiff means, which may be none; `undefined` if it is no such id. */
export function oasdiffRule(id: string): OasdiffRule | undefined {
  const direction =
    id.startsWith('response-') || id.includes('-response-')
      ? 'received'
      : /^(?:new-[a-z]+-)?request-/.test(id) || id.startsWith('new-')
        ? 'sent'
        : undefined
  const other = Object.hasOwn(OTHERS, id) ? OTHERS[id] : undefined
  if (other) return isOfValues(other) && direction ? { kinds: other, direction } : { kinds: other }
  const [, which = '', ending = ''] =
    /^(?:request|response)-(?:(?:read-only|write-only|optional|required|optional-write-only|required-write-only)-)?(body|property|header-property|header|parameter-property|parameter|media-type(?=-))-?(.+)$/.exec(
      id,
    ) ?? []
  const whole = which === 'media-type' ? `media-type-${ending}` : ending
  const [, kinds] = ENDINGS.find(([pattern]) => pattern.test(whole)) ?? []
  if (kinds && direction) return { kinds, direction }
  return NOTHING_HERE.test(id) ? { kinds: [] } : undefined
}

/** Changes of statuses and headers are only in responses anyway. */
function isOfValues(kinds: readonly ChangeKind[]): boolean {
  return kinds.some((each) => /field|value/.test(each))
}
