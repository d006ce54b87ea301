"""Registers the reports app."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from clients import ports as clients_ports
        from files.ports import may_read
        from mail import ports as mail_ports
        from notifications.ports import weekly_section
        from reports import queries, workflows
        from reports.queries import weekly_summary
        from reports.services import personal_data, report_video

        clients_ports.attention.register(queries.reasons)
        may_read.register(report_video.APP, queries.may_read)
        mail_ports.pictures.register("poster", workflows.read_poster)
        weekly_section.register(weekly_summary.section_of, place=5)
        accounts_ports.personal.register(PersonalData(personal_data.export, personal_data.rows_to_delete))
