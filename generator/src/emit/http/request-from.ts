import { pascalCase } from '../../model/names.js'
import type { Operation } from '../../model/operation.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
} from '../package-view.js'
import { outputText } from '../types/outputs.js'
import { codeList, docBlock, inCode } from '../typescript/doc.js'
import { functionText } from '../typescript/function-text.js'
import { labelled, print, unionOf, word } from '../typescript/layout.js'
import { LINE_WIDTH, objectKey, stringLiteral } from '../typescript/text.js'
import { valueText } from '../typescript/value-text.js'
import { type RequestFromWord, readRequestFrom } from '../words.js'
import { bodyName } from './request-rules.js'

const HTTP = '@tagwire/runtime/http'

/** Functions that make a request from the answer of another operation, as the document says. */
export function emitRequestsFrom(view: PackageView): EmittedFile | undefined {
  const scope = moduleScope(view, 'requests')
  const blocks = view.model.operations.flatMap((operation) => {
    const word = readRequestFrom(operation.words)
    const answered = view.model.operations.find(({ name }) => name === word?.operation)
    const body = bodyName(operation)
    if (!word || !answered || body === undefined) return []
    const request = scope.sent.refer(body)
    return [optionsBlock(word, request), functionBlock(scope, word, request, answered)]
  })
  if (blocks.length === 0) return undefined
  return { path: 'src/requests.ts', text: moduleText(view, scope, blocks) }
}

function optionsName({ name }: RequestFromWord): string {
  return `${pascalCase(name)}Options`
}

function optionsBlock(from: RequestFromWord, request: string): string {
  const members = Object.entries(from.given).map(([name, { member, by, required }]) => {
    const type = `${request}[${stringLiteral(member)}]`
    const text =
      by === undefined
        ? `Becomes \`${inCode(member)}\`.`
        : `Becomes \`${inCode(member)}\`: a list in the order of \`${inCode(by)}\`, or one by key.`
    const also = by === undefined ? 'number' : `Readonly<Record<string, ${type}[number]>>`
    const head = `readonly ${objectKey(name)}${required ? '' : '?'}`
    const line = labelled(head, unionOf([word(type), word(also)]))
    return `${docBlock({ text }, 2)}  ${print(line, 2, 2)}\n`
  })
  const text = `What {@link ${from.name}} takes beside the answer: its own words, and any member of the request.`
  return `${docBlock({ text })}export type ${optionsName(from)} = Partial<${request}> & {\n${members.join('\n')}}\n`
}

function functionBlock(
  scope: ModuleScope,
  from: RequestFromWord,
  request: string,
  answered: Operation,
): string {
  const make = scope.imports.value('requestFrom', HTTP)
  const given = Object.fromEntries(
    Object.entries(from.given).map(([name, { member, by }]) => [
      name,
      { member, ...(by === undefined ? {} : { by }) },
    ]),
  )
  const text = `Makes a request from what \`${answered.name}\` answered; ${codeList(from.members)} travel on as they came.`
  const value = valueText({ members: from.members, given }, 2, LINE_WIDTH)
  return (
    docBlock({ text }) +
    functionText({
      name: from.name,
      parameters: [`answer: ${outputText(scope, answered)}`, `options: ${optionsName(from)}`],
      result: request,
      body: `return ${make}(answer, options, ${value})`,
    })
  )
}
