/**
 * A generated module, without the directive that keeps compilers from checking it. Users save seconds by the directive,
 * so our tests are all that finds a fault of types there.
 */
export function withChecks(text: string): string {
  return text.replace(/^\/\/ @ts-nocheck: .*\n/m, '')
}
