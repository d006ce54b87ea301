// Leaves the app for the landing page, which is a separate document.
import { paths } from './paths'

export function openLanding(): void {
  location.replace(paths.home)
}
