import type { Route } from './+types/home'
import { check } from './program'

export async function loader() {
  return check()
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <p>{loaderData}</p>
}
