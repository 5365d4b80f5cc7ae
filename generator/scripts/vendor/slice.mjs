// The statements of a script, or of a declaration file, that some of its names need. A bundler keeps whatever may have
// side effects, which in one file of a megabyte is nearly all of it.
import { parseAst } from 'rolldown/parseAst'

/**
 * `wanted`, and everything that these names need. A statement needs each name that is written anywhere in it, so this
 * keeps too much rather than too little.
 */
export function slice(code, wanted, lang = 'js') {
  const { body } = parseAst(code, { lang })
  const declaring = new Map()
  for (const statement of body) {
    for (const name of declaredBy(statement, code)) {
      declaring.set(name, [...(declaring.get(name) ?? []), statement])
    }
  }
  const missing = wanted.filter((name) => !declaring.has(name))
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: not declared`)
  const kept = new Set()
  const names = [...wanted]
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    for (const statement of declaring.get(name) ?? []) {
      if (kept.has(statement)) continue
      kept.add(statement)
      names.push(...namesIn(statement))
    }
  }
  // Each with the comments above it.
  const texts = body.map((statement, index) => {
    return kept.has(statement) ? code.slice(body[index - 1]?.end ?? 0, statement.end) : ''
  })
  return texts.join('')
}

/**
 * The names that a statement declares or changes. `exports.Kind = void 0` and
 * `(function (Kind) { … })(exports.Kind || (exports.Kind = {}))` do so with `exports.Kind`.
 */
function declaredBy(statement, code) {
  if (statement.type.startsWith('Export')) {
    return statement.declaration ? declaredBy(statement.declaration, code) : []
  }
  if (statement.type === 'ImportDeclaration') {
    return statement.specifiers.map(({ local }) => local.name)
  }
  if (statement.type === 'VariableDeclaration') {
    return statement.declarations.flatMap(({ id }) => id.name ?? [])
  }
  if (statement.type !== 'ExpressionStatement') return statement.id ? [statement.id.name] : []
  const { left, arguments: given } = statement.expression
  const target = left ?? given?.[0]
  const name = target && /^(?:exports\.)?\w+/.exec(code.slice(target.start, target.end))?.[0]
  return name ? [name] : []
}

function namesIn(node, names = []) {
  if (Array.isArray(node)) for (const each of node) namesIn(each, names)
  else if (typeof node?.type !== 'string') return names
  else if (node.type === 'Identifier') {
    names.push(node.name)
    // A parameter has its type here.
    namesIn(node.typeAnnotation, names)
  } else if (node.type === 'MemberExpression' && node.object.name === 'exports') {
    names.push(`exports.${node.property.name}`)
  } else {
    for (const [key, child] of Object.entries(node)) {
      if (!isNameOfMember(node, key) && typeof child === 'object') namesIn(child, names)
    }
  }
  return names
}

/** `b` in `a.b`, `{ b: 1 }` and `enum A { b }` is not the declaration of that name. */
function isNameOfMember(node, key) {
  if (key === 'key' || key === 'property') return !node.computed
  return (
    (key === 'right' && node.type === 'TSQualifiedName') ||
    (key === 'id' && node.type === 'TSEnumMember')
  )
}
