// The strength of a new password, loaded after the form.
export { StrengthMeter as default } from '../../../ui/form/strength-meter'
