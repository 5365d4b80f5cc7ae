import type { Scope } from './scopes.js'
import { type Meaning, nameOf, type SyntaxNode } from './syntax.js'

/** A name in a statement that something outside of the statement declares. */
export interface Reference {
  readonly name: string
  readonly meaning: Meaning
  readonly start: number
  readonly end: number
  /** In the body of a function, which is not run when the module is loaded. */
  readonly isLate: boolean
  /** `{ name }`, which is `{ name: other }` under another name. */
  readonly isShorthand: boolean
}

export interface StatementNames {
  readonly references: readonly Reference[]
  /** All names that are declared inside: what is called like one of them may not be seen there. */
  readonly inside: ReadonlySet<string>
  /** Whether a function is called when the module is loaded. */
  readonly calls: boolean
}

/** Notes the names of a statement that nothing around them declares, while its nodes are visited. */
export class ReferenceRecorder implements StatementNames {
  readonly references: Reference[] = []
  readonly inside: Set<string> = new Set()
  calls = false
  private readonly scopes: Scope[] = []
  private functions = 0

  reference(node: SyntaxNode, meaning: Meaning, isShorthand = false): void {
    const name = nameOf(node)
    if (name === 'undefined' || this.isInside(name, meaning)) return
    const { start } = node
    const isLate = this.functions > 0
    this.references.push({ name, meaning, start, end: start + name.length, isLate, isShorthand })
  }

  /** A function is called: when the module is loaded, unless that is in the body of another one. */
  call(): void {
    if (this.functions === 0) this.calls = true
  }

  /** Visits nodes that can see the names of a scope. */
  within(scope: Scope, visit: () => void): void {
    for (const name of scope.keys()) this.inside.add(name)
    this.scopes.push(scope)
    visit()
    this.scopes.pop()
  }

  /** Visits what does not run when the module is loaded. */
  late(isLate: boolean, visit: () => void): void {
    if (isLate) this.functions++
    visit()
    if (isLate) this.functions--
  }

  private isInside(name: string, meaning: Meaning): boolean {
    return this.scopes.some((scope) => ((scope.get(name) ?? 0) & meaning) !== 0)
  }
}
