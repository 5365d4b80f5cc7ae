import type { Report } from '../diagnostics/diagnostic.js'
import type { Document } from '../source/document.js'
import { items, member, members, type Node, textAt } from '../source/node.js'
import { findMismatch } from './example-mismatch.js'

/** `example` and `examples` of a schema. */
export function checkSchemaExamples(schema: Node, report: Report, document: Document): void {
  const single = member(schema, 'example')
  const several = items(member(schema, 'examples'))
  for (const each of single ? [single, ...several] : several) {
    checkExample(document, schema, each, report)
  }
}

/** `example` and `examples` next to a schema: of a parameter, or of a JSON body. */
export function checkExamplesBeside(owner: Node, report: Report, document: Document): void {
  const schema = member(owner, 'schema')
  if (!schema) return
  const single = member(owner, 'example')
  const several = member(owner, 'examples')
  const values = (several ? members(several) : []).flatMap(([, each]) =>
    exampleValue(document, each),
  )
  for (const each of single ? [single, ...values] : values) {
    checkExample(document, schema, each, report)
  }
}

/** Examples of other media types are text, not values of their schema. */
export function checkMediaTypeExamples(owner: Node, report: Report, document: Document): void {
  const name = owner.source.pointer.split('/').at(-1) ?? ''
  if (/(?:~1|\+)json(?:$|[\s;])/i.test(name)) checkExamplesBeside(owner, report, document)
}

/** The example pairings of an OpenRPC method: values of its parameters, and of its result. */
export function checkPairings(method: Node, report: Report, document: Document): void {
  const descriptors = items(member(method, 'params')).map((each) => followed(document, each))
  const result = member(method, 'result')
  for (const each of items(member(method, 'examples'))) {
    const pairing = followed(document, each)
    for (const [index, shown] of items(member(pairing, 'params')).entries()) {
      const param = followed(document, shown)
      const name = textAt(param, 'name')
      const named = descriptors.find((each) => textAt(each, 'name') === name)
      checkPair(document, named ?? descriptors[index], param, report)
    }
    const answer = member(pairing, 'result')
    if (answer && result) {
      checkPair(document, followed(document, result), followed(document, answer), report)
    }
  }
}

function checkPair(
  document: Document,
  descriptor: Node | undefined,
  shown: Node,
  report: Report,
): void {
  const schema = descriptor && member(descriptor, 'schema')
  const value = member(shown, 'value')
  if (schema && value) checkExample(document, schema, value, report)
}

function exampleValue(document: Document, example: Node): Node[] {
  const node = followed(document, example)
  const value = member(node, 'value') ?? member(node, 'dataValue')
  return value ? [value] : []
}

function followed(document: Document, node: Node): Node {
  if (textAt(node, '$ref') === undefined) return node
  const target = document.resolve(node)
  return 'code' in target ? node : target
}

function checkExample(document: Document, schema: Node, example: Node, report: Report): void {
  const mismatch = findMismatch(document, schema, example)
  if (!mismatch) return
  report({
    code: 'TW2014',
    severity: 'warning',
    message: `the example does not match its schema: ${mismatch.why}`,
    at: mismatch.at.source,
  })
}
