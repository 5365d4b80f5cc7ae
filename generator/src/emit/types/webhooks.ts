import type { Incoming } from '../../model/operation.js'
import {
  type EmittedFile,
  type ModuleScope,
  moduleScope,
  moduleText,
  type PackageView,
  seeTag,
} from '../package-view.js'
import { docBlock, docOf } from '../typescript/doc.js'
import { freeName } from '../typescript/imports.js'
import { print } from '../typescript/layout.js'
import { shapeLayout } from '../typescript/shape-text.js'
import { propertyKey } from '../typescript/text.js'

/** What the service sends by itself, as types: a program that receives it has no client to call. */
export function emitWebhooks(view: PackageView): EmittedFile | undefined {
  const { webhooks = [], operations } = view.model
  const calling = operations.filter((each) => each.callbacks !== undefined)
  if (webhooks.length + calling.length === 0) return undefined
  const scope = moduleScope(view, 'webhooks')
  const blocks: string[] = []
  if (webhooks.length > 0) {
    const doc = docBlock({ text: 'The bodies that the service sends to webhooks, by name.' })
    const members = webhooks.map((each) => memberText(scope, each, 2)).join('\n')
    blocks.push(`${doc}export interface ${freeName('Webhooks', view.names)} {\n${members}}\n`)
  }
  if (calling.length > 0) {
    const doc = docBlock({
      text: 'The bodies that the service sends to callbacks, by the method that asks for them.',
    })
    const members = calling.map(({ name, callbacks = [] }) => {
      const inner = callbacks.map((each) => memberText(scope, each, 4)).join('\n')
      return `  ${propertyKey(name)}: {\n${inner}  }\n`
    })
    blocks.push(
      `${doc}export interface ${freeName('Callbacks', view.names)} {\n${members.join('\n')}}\n`,
    )
  }
  return { path: 'src/webhooks.ts', text: moduleText(view, scope, blocks) }
}

function memberText({ received }: ModuleScope, incoming: Incoming, indent: number): string {
  const block = docBlock(docOf(incoming, seeTag(incoming)), indent)
  const texts = incoming.contents.map(({ shape }) =>
    print(shapeLayout(shape, received), indent, indent),
  )
  const type = [...new Set(texts)].join(' | ') || 'undefined'
  return `${block}${' '.repeat(indent)}${propertyKey(incoming.name)}: ${type.trimStart()}\n`
}
