import { type Begin, canFail, type Waiter } from '../../model/extensions.js'
import { inputForm } from '../../model/operations/inputs.js'
import type { Operation } from '../../model/operations/operation.js'
import type { PackageView } from '../../view/package-view.js'
import type { Value } from '../../view/value.js'
import { waitText } from '../client-parts.js'
import type { ModuleScope } from '../module-scope.js'
import { CORE, HTTP } from '../runtime-entries.js'
import { inputType } from '../types/inputs.js'
import { outputType } from '../types/outputs.js'
import { docs } from '../typescript/doc.js'
import {
  exportedConstant,
  type Method,
  method,
  optional,
  type Statement,
} from '../typescript/structures.js'
import { propertyAccess } from '../typescript/text.js'
import { memberText, valueText } from '../typescript/value-text.js'
import { inputParameter } from './method-signatures.js'

/** An operation that a method of the client calls until it has an outcome. */
export interface WaitingOperation {
  readonly operation: Operation
  readonly word: Waiter
}

export function waitingOperations({ model }: PackageView): WaitingOperation[] {
  return model.operations.flatMap((operation) => {
    const word = operation.extensions.waiter
    return word ? [{ operation, word }] : []
  })
}

/** The signatures in the interface of the client. */
export function waiterMethods(scope: ModuleScope, { operation, word }: WaitingOperation): Method[] {
  const output = outputType(scope, operation)
  const input = inputParameter(operation, inputType(scope, inputForm(operation)))
  const waitOptions = `${scope.imports.type('WaitOptions', HTTP)}<${output}>`
  const wait = method(word.name, {
    docs: docs(waitText(operation, word.until)),
    parameters: [...input, optional('options', waitOptions)],
    returnType: `Promise<${output}>`,
  })
  const { parameters, returnType } = wait
  const waits = [
    wait,
    ...(word.begin
      ? [method(word.begin.name, { docs: beginDocs(word, word.begin), parameters, returnType })]
      : []),
  ]
  if (word.watch === undefined) return waits
  const watch = method(word.watch, {
    docs: docs(
      `Repeats {@link ${operation.name}} and yields each response that differs from the previous one, and always the last one.`,
    ),
    parameters: [...input, optional('options', scope.imports.type('WatchOptions', HTTP))],
    returnType: `AsyncIterableIterator<${output}>`,
  })
  return [...waits, watch]
}

function beginDocs({ name }: Waiter, begin: Begin): string[] {
  return docs(
    `Calls {@link ${begin.operation}} for something that was started elsewhere, then waits like {@link ${name}}. The request completes even if the page that made it is closed.`,
  )
}

/** The constants before the object of the client. */
export function waiterConstants(
  scope: ModuleScope,
  { operation, word }: WaitingOperation,
): string[] {
  const { watch: _, begin, ...facts } = word
  const operations = scope.imports.value('operations', './operations.js')
  const make = scope.imports.value('waiterOf', HTTP)
  const of = `${operations}${propertyAccess(operation.name)}`
  return [
    `const ${word.name} = ${make}(api, ${of}, ${valueText(facts satisfies Value)})`,
    ...(begin ? [beginConstant(scope, word, begin)] : []),
  ]
}

/** The properties of that object. */
export function waiterMembers({
  operation,
  word: { name, watch, begin },
}: WaitingOperation): string[] {
  // A waiter takes an input; a method of an operation without any does not.
  const isBare = inputForm(operation).form === 'none'
  const called = (waiting: string): string =>
    isBare ? `(options) => ${waiting}(undefined, options)` : waiting
  return [
    memberText(name, called(`${name}.waitFor`)),
    ...(begin ? [memberText(begin.name, called(begin.name))] : []),
    ...(watch === undefined ? [] : [memberText(watch, called(`${name}.watch`))]),
  ]
}

/** The guards of the errors of waits, typed with the responses that these contain. */
export function waitGuards(scope: ModuleScope, waiting: readonly WaitingOperation[]): Statement[] {
  const failing = waiting.filter(({ word }) => canFail(word))
  const timeout = 'Whether a deadline passed; after a wait, `last` is the latest response.'
  const failed = 'Whether a wait ended without success; `last` is the final response.'
  return [
    ...waitGuard(scope, 'TimeoutError', timeout, waiting),
    ...waitGuard(scope, 'WaitFailedError', failed, failing),
  ]
}

function waitGuard(
  scope: ModuleScope,
  error: string,
  text: string,
  waiting: readonly WaitingOperation[],
): Statement[] {
  if (waiting.length === 0) return []
  const outputs = [...new Set(waiting.map(({ operation }) => outputType(scope, operation)))]
  const type = `${scope.imports.type(error, CORE)}<${outputs.join(' | ')}>`
  return [
    exportedConstant({
      name: `is${error}`,
      docs: docs(text),
      type: `(error: unknown) => error is ${type}`,
      value: scope.imports.renamed(`is${error}`, `isAny${error}`, CORE),
    }),
  ]
}

function beginConstant({ imports }: ModuleScope, word: Waiter, begin: Begin): string {
  const run = imports.value('beginAndWait', HTTP)
  const spec: Value = {
    name: begin.name,
    tolerate: word.tolerate,
    intervalMs: word.intervalMs,
    timeoutMs: begin.timeoutMs,
  }
  const operation = `operations${propertyAccess(begin.operation)}`
  return `const ${begin.name} = ${run}(api, ${operation}, ${valueText(spec)}, ${word.name})`
}
