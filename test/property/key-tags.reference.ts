/** What the contract says of one-key values, written down as slowly and plainly as possible. */
export interface Plan {
  readonly kinds: readonly string[]
  readonly units: readonly string[]
  readonly nullable: readonly string[]
}

export function referenceKind(plan: Plan, value: unknown): string | undefined {
  if (typeof value === 'string') return plan.units.find((unit) => unit === value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const members = Object.entries(value)
  const present = plan.kinds.filter((kind) => {
    if (plan.units.includes(kind)) return false
    const found = members.find(([key]) => key === kind)
    if (!found || found[1] === undefined) return false
    return found[1] !== null || plan.nullable.includes(kind)
  })
  return present.length === 1 ? present[0] : undefined
}
