// The way out of the app to the landing page, which is a document of its own.
import { paths } from './paths'

export function openLanding(): void {
  location.replace(paths.home)
}
