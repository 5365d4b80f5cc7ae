import { check } from '../program'

export default async function Page() {
  return <p>{await check()}</p>
}
