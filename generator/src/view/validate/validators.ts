import { camelCase, freeName } from '../../model/names.js'
import { itemsSentBy, type StreamContent } from '../../model/operations/contents.js'
import { inputRule } from '../../model/operations/input-rules.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import { itemRule, responseRule } from '../../model/operations/response-rules.js'
import { isTrivial } from '../../model/rules/facts.js'
import { toInputRule } from '../../model/rules/input-rule.js'
import type { Rule } from '../../model/rules/rule.js'
import type { Declaration } from '../../model/shapes/shape.js'
import { httpMethods } from '../http/methods.js'
import { ruledOperations } from '../http/request-rules.js'
import type { PackageView } from '../package-view.js'
import { kindKey } from '../rpc/described-subscriptions.js'

/** The type of the package that a validator is for, by its name. */
export interface ValidatedType extends Pick<Declaration, 'name' | 'rule' | 'deprecated'> {
  /** The declaration of which this is the received or the sent type. */
  readonly declaration: string
  readonly side: 'received' | 'sent'
}

/** A declaration is one type, or two if sent values differ from received ones. */
export function validatedTypes({ model, inputTypeNames }: PackageView): ValidatedType[] {
  const inputName = (name: string): string => inputTypeNames.get(name) ?? name
  return model.declarations.flatMap(({ name, rule, deprecated }): ValidatedType[] => {
    const own = { declaration: name, ...(deprecated ? { deprecated } : {}) }
    const received = { ...own, name, rule, side: 'received' } as const
    if (!inputTypeNames.has(name)) return [received]
    return [
      received,
      { ...own, name: inputName(name), rule: toInputRule(rule, inputName), side: 'sent' },
    ]
  })
}

/** `operationValidator` */
export function validatorName(type: string): string {
  return `${camelCase(type).replace(/_$/, '')}Validator`
}

/**
 * The exported names of validators by type, the same for every module that imports them. Names from the document take
 * precedence over generated names of input types.
 */
export function validatorNames(types: readonly ValidatedType[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const free = (wanted: string): string => {
    const name = taken.has(wanted) ? free(`${wanted}_`) : wanted
    taken.add(name)
    return name
  }
  const given = (side: ValidatedType['side']): ValidatedType[] =>
    types.filter((each) => each.side === side)
  const ordered = [...given('received'), ...given('sent')]
  return new Map(ordered.map(({ name }) => [name, free(validatorName(name))]))
}

/** A result of a method that a validator can check. */
export interface ValidatedResponse {
  readonly operation: Operation
  /** Its key in the table of validators. */
  readonly keys: readonly [string, ...string[]]
  readonly rule: Rule
  readonly gives: 'answer' | 'event' | { readonly itemsOf: StreamContent }
}

/** Results of methods: responses, items of streams, events. */
export function validatedResponses({ model }: PackageView): ValidatedResponse[] {
  const { document, operations } = model
  if (document.language !== 'openapi') {
    return operations.flatMap((operation) => [
      ...answer(operation, [operation.name]),
      ...event(operations, operation),
      ...describedEvents(operations, operation),
    ])
  }
  return httpMethods(operations).flatMap(({ name, operation, stream }) => {
    const isNamed = name === operation.name && operation.id !== name
    const keys: ValidatedResponse['keys'] = isNamed ? [name, operation.id] : [name]
    if (!stream) return answer(operation, keys)
    const rule = itemRule(stream)
    return rule ? [{ operation, keys, rule, gives: { itemsOf: stream } }] : []
  })
}

/** Whether the package has `responseValidators`. Without a type, it has no validators at all. */
export function hasResponseValidators(view: PackageView): boolean {
  const { declarations } = view.model
  return (
    view.parts.has('validate') && declarations.length > 0 && validatedResponses(view).length > 0
  )
}

function answer(operation: Operation, keys: ValidatedResponse['keys']): ValidatedResponse[] {
  const rule = responseRule(operation)
  return rule ? [{ operation, keys, rule, gives: 'answer' }] : []
}

function event(operations: readonly Operation[], operation: Operation): ValidatedResponse[] {
  const { events } = operation.extensions
  if (!events) return []
  const rule = { reference: events.notification }
  return [{ operation, keys: [eventKey(operations, operation)], rule, gives: 'event' }]
}

function describedEvents(
  operations: readonly Operation[],
  operation: Operation,
): ValidatedResponse[] {
  const kinds = operation.extensions.subscription?.kinds ?? []
  return kinds.map((kind) => ({
    operation,
    keys: [kindKey(operations, kind)],
    rule: { reference: kind.payload },
    gives: 'event',
  }))
}

/** In addition to the validator of the server's response to `subscribe`. */
export function eventKey(operations: readonly Operation[], { name }: Operation): string {
  return freeName(`${name}Event`, new Set(operations.map((each) => each.name)))
}

/** A request that is constrained by a schema or a rule of the document. */
export interface ValidatedRequest {
  readonly method: string
  readonly operation: Operation
  /** The constraints of its input, as callers pass it. */
  readonly rule: Rule | undefined
  /** Whether callers may leave it out. */
  readonly isOptional: boolean
  readonly hasRules: boolean
  /** The constraints of each item of the body, and the argument that the body is, if it is not all. */
  readonly items?: { readonly rule: Rule; readonly at?: string }
}

export function validatedRequests(view: PackageView): ValidatedRequest[] {
  const { model, parts, inputTypeNames } = view
  if (model.document.language !== 'openapi' || !parts.has('client')) return []
  const inputName = (name: string): string => inputTypeNames.get(name) ?? name
  const declarations = new Map(model.declarations.map((each) => [each.name, each]))
  const ruled = new Set(ruledOperations(view).map(({ operation }) => operation.name))
  return httpMethods(model.operations).flatMap(({ name: method, operation }) => {
    const input = inputRule(operation, declarations)
    const rule = input && toInputRule(input, inputName)
    const hasRules = ruled.has(operation.name)
    const form = inputForm(operation)
    const sent = itemsSentBy(operation)
    const itemsRule = sent && toInputRule(sent.rule, inputName)
    const at = form.form === 'parts' ? { at: 'body' } : {}
    const items = itemsRule && !isTrivial(itemsRule) ? { items: { rule: itemsRule, ...at } } : {}
    if (rule === undefined && !hasRules && !items.items) return []
    const isOptional = form.form !== 'none' && !form.required
    return { method, operation, rule, isOptional, hasRules, ...items }
  })
}
