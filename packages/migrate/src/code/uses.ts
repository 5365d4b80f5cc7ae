import { type CallExpression, Node } from 'ts-morph'
import { type Finding, locationIn } from '../plan.js'
import type { CodeFile } from './sources.js'

const METHODS = new Set('GET PUT POST DELETE OPTIONS HEAD PATCH TRACE'.split(' '))

/** What `openapi-react-query` and `swr-openapi` make. */
const HOOKS = new Set(
  'useQuery useSuspenseQuery useInfiniteQuery useMutation queryOptions prefetchQuery ensureQueryData fetchQuery'.split(
    ' ',
  ),
)

const LIBRARIES: Readonly<Record<string, string>> = {
  'openapi-fetch':
    'It goes on working with the types of `./schema`. `create…Http` of `./http` makes the same client with the server and the credentials of the document; `npx @tagwire/migrate --calls` replaces it by methods where it can.',
  'openapi-react-query':
    'It goes on working with the types of `./schema`. `@tagwire/emit-query` generates options for useQuery, useInfiniteQuery and useMutation for each operation.',
  'swr-openapi': 'It goes on working with the types of `./schema`.',
  'openapi-typescript-helpers': 'It goes on working with the types of `./schema`.',
}

/** Calls that go on working, and what to do about each if you like; and uses of openapi-typescript's API. */
export function findUses(code: CodeFile): Finding[] {
  const findings: Finding[] = []
  const add = (kind: Finding['kind'], node: Node, what: string, todo: string): void => {
    findings.push({ kind, location: locationIn(code.file, code.text, node.getStart()), what, todo })
  }
  let hasClient = false
  for (const declaration of code.source.getImportDeclarations()) {
    const from = declaration.getModuleSpecifierValue()
    const todo = LIBRARIES[from]
    if (todo !== undefined) {
      hasClient = true
      add('later', declaration, oneLine(declaration.getText()), todo)
    }
    if (from === 'openapi-typescript') {
      add(
        'by-hand',
        declaration,
        oneLine(declaration.getText()),
        "Call `generate` of the package 'tagwire' instead, or `tagwire generate`. It writes files and returns what it wrote.",
      )
    }
  }
  code.source.forEachDescendant((node) => {
    if (!Node.isCallExpression(node)) return
    const found = describeCall(node, hasClient)
    if (found) add('later', node, found.what, found.todo)
  })
  return findings
}

function describeCall(
  node: CallExpression,
  hasClient: boolean,
): { readonly what: string; readonly todo: string } | undefined {
  const callee = node.getExpression()
  if (!Node.isPropertyAccessExpression(callee)) return undefined
  const name = callee.getName()
  const [first, second] = node.getArguments()
  const path = pathIn(first)
  if (METHODS.has(name) && path !== undefined) {
    return {
      what: oneLine(`${callee.getText()}('${path}')`),
      todo: 'Goes on working. `--calls` replaces it where every call of the client is plain.',
    }
  }
  const keyed = callee.getExpression()
  if (METHODS.has(name) && Node.isElementAccessExpression(keyed)) {
    const key = pathIn(keyed.getArgumentExpression())
    if (key === undefined) return undefined
    return {
      what: oneLine(`${keyed.getExpression().getText()}['${key}'].${name}()`),
      todo: 'Goes on working. Here, the client has a method for each operation.',
    }
  }
  const method = Node.isStringLiteral(first) ? first.getLiteralValue() : ''
  const route = pathIn(second)
  if (HOOKS.has(name) && METHODS.has(method.toUpperCase()) && route !== undefined) {
    return {
      what: oneLine(`${callee.getText()}('${method}', '${route}')`),
      todo: `Goes on working. With @tagwire/emit-query: ${name === 'useMutation' ? 'useMutation(…Mutation(client))' : `${name === 'queryOptions' ? 'useQuery' : name}(…Query(client, input))`}.`,
    }
  }
  if (name === 'use' && hasClient && node.getArguments().length > 0) {
    return {
      what: oneLine(node.getText()),
      todo: 'Goes on working. Here, middleware is an option of the client: `middleware: [{ name, attempt(request, next) { … } }]`.',
    }
  }
  return undefined
}

function pathIn(node: Node | undefined): string | undefined {
  const isText = Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)
  if (!isText) return undefined
  const value = node.getLiteralValue()
  return value.startsWith('/') ? value : undefined
}

/** A text for one line of a report. */
export function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
