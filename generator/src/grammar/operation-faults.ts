import type { Report } from '../diagnostics/diagnostic.js'
import { suggestion } from '../diagnostics/suggestion.js'
import { isDictionary } from '../model/json.js'
import type { Document } from '../source/document.js'
import { openApiLine } from '../source/language.js'
import { items, member, members, type Node, textAt } from '../source/node.js'
import { checkExamplesBeside } from './example-faults.js'
import { checkParameterStyle } from './style-faults.js'

/** Reports two parameters with the same name and location, because they are ambiguous. */
export function checkParameters(owner: Node, report: Report, document: Document): void {
  const known = new Map<string, Node>()
  for (const each of items(member(owner, 'parameters'))) {
    const target = textAt(each, '$ref') === undefined ? each : document.resolve(each)
    if ('code' in target) continue
    const name = textAt(target, 'name')
    const place = textAt(target, 'in')
    if (name === undefined || place === undefined) continue
    // Header names are case-insensitive.
    const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`
    const first = known.get(key)
    known.set(key, first ?? each)
    if (!first) continue
    report({
      code: 'TW5006',
      severity: 'warning',
      message: `there are two parameters ${JSON.stringify(name)} in the ${place}; the first one counts`,
      at: each.source,
      also: { message: 'the first one is here', at: first.source },
    })
  }
}

/** The required parts of an OpenAPI 3.0 document; later versions may only have schemas. */
export function checkDocument(root: Node, report: Report): void {
  if (openApiLine(root) !== '3.0' || member(root, 'paths')) return
  if (!member(root, 'components')) return
  report({
    code: 'TW1009',
    severity: 'warning',
    message: 'a document of OpenAPI 3.0 needs `paths`; without it there are types, and no client',
    at: root.source,
    help: 'Add the paths; where schemas are all there is to say, write `paths: {}` or `openapi: 3.1.0`.',
  })
}

export function checkOperation(operation: Node, report: Report, document: Document): void {
  checkParameters(operation, report, document)
  checkResponses(operation, report, document)
}

/** Since 3.1 responses are optional, but without them the result is still unknown. */
function checkResponses(operation: Node, report: Report, document: Document): void {
  const line = openApiLine(document.root)
  // The receiver of a webhook decides about responses.
  const isCalled = /^\/paths\/[^/]*\/[^/]*$/.test(operation.source.pointer)
  if (line === undefined || (line !== '3.0' && !isCalled)) return
  const responses = member(operation, 'responses')
  if (responses && (!isDictionary(responses.value) || members(responses).length > 0)) return
  report({
    code: 'TW1009',
    severity: 'warning',
    message: responses
      ? '`responses` is empty, so what the operation returns is unknown'
      : 'an operation needs `responses`; without it, what it returns is unknown',
    at: (responses ?? operation).source,
    help: "Describe the response, at least its status code: `responses: { '204': { description: … } }`.",
  })
}

/** Also reports a parameter that only has a name. */
export function checkParameter(parameter: Node, report: Report, document: Document): void {
  checkExamplesBeside(parameter, report, document)
  checkParameterStyle(parameter, report)
  if (member(parameter, 'schema') || member(parameter, 'content')) return
  report({
    code: 'TW1009',
    severity: 'warning',
    message: 'a parameter needs `schema`; without it, any value goes',
    at: parameter.source,
  })
}

/** Reports requirements with an unknown scheme; in OpenAPI 3.2, it can also be the scheme's URI. */
export function checkRequirement(requirement: Node, report: Report, document: Document): void {
  const components = member(document.root, 'components')
  const container = components && member(components, 'securitySchemes')
  const schemes = (container ? members(container) : []).map(([name]) => name)
  for (const [name, node] of members(requirement)) {
    if (schemes.includes(name) || name.startsWith('x-') || /[#/]/.test(name)) continue
    report({
      code: 'TW5007',
      severity: 'warning',
      message: `there is no security scheme ${JSON.stringify(name)}; the client sends nothing for it`,
      at: node.source,
      ...suggestion(name, schemes),
    })
  }
}

export function checkPaths(paths: Node, report: Report): void {
  for (const [path, node] of members(paths)) {
    if (path.startsWith('/') || path.startsWith('x-')) continue
    report({
      code: 'TW5008',
      severity: 'error',
      message: `the path ${JSON.stringify(path)} does not begin with \`/\``,
      at: node.source,
      help: `Write ${JSON.stringify(`/${path}`)}; it is appended to the server's URL.`,
    })
  }
}

/** 200, 2XX or default. */
export function checkStatuses(responses: Node, report: Report): void {
  for (const [status, node] of members(responses)) {
    if (/^(?:[1-5]\d\d|[1-5]XX|default|x-.*)$/.test(status)) continue
    const range = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : undefined
    report({
      code: 'TW5009',
      severity: 'warning',
      message: range
        ? `${JSON.stringify(status)} is not a range of status codes; it is read as ${range}`
        : `${JSON.stringify(status)} is not an HTTP status code; it is ignored`,
      at: node.source,
      ...(range ? { help: `Write ${range}.` } : {}),
    })
  }
}

/** How many required bodies per optional one suggest that `required` was forgotten. */
const CLEAR_MAJORITY = 4

/**
 * Without `required`, a body is optional; if nearly all others are required, it was probably
 * forgotten.
 */
export function checkBodies(bodies: readonly Node[], report: Report): void {
  const required = bodies.filter((each) => member(each, 'required')?.value === true)
  const silent = bodies.filter((each) => !member(each, 'required'))
  if (required.length < CLEAR_MAJORITY * silent.length) return
  for (const body of silent) {
    report({
      code: 'TW5010',
      severity: 'warning',
      message: `this body is optional; ${required.length} others of the document are required`,
      at: body.source,
    })
  }
}
