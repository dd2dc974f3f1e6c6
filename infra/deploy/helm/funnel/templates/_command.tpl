{{/*
A pod of the operator's commands, with the password of the owner of the database.
(dict "root" $ "name" NAME "args" ARGS "restartPolicy" POLICY "secrets" KEYS "resources" RESOURCES "files" BOOLEAN)
*/}}
{{- define "funnel.command" -}}
metadata:
  labels: {{ include "funnel.podLabels" .name | nindent 4 }}
spec:
  restartPolicy: {{ .restartPolicy }}
  {{- include "funnel.pod" .root | nindent 2 }}
  containers:
    - name: {{ .name }}
      image: {{ include "funnel.image" (dict "root" .root "name" "cli") }}
      {{- with .root.Values.image.pullPolicy }}
      imagePullPolicy: {{ . }}
      {{- end }}
      args: {{ toYaml .args | nindent 8 }}
      envFrom:
        - configMapRef: { name: funnel-config }
      env:
        - name: DATABASE_URL
          value: postgres://$(POSTGRES_OWNER)@$(POSTGRES_OWNER_ADDRESS)
        - name: DATABASE_PASSWORD_FILE
          value: /run/secrets/funnel/postgres_password
        {{- include "funnel.secretVariables" .secrets | nindent 8 }}
      resources: {{ toYaml .resources | nindent 8 }}
      securityContext: {{ include "funnel.containerSecurity" . | nindent 8 }}
      volumeMounts:
        {{- include "funnel.mounts" . | nindent 8 }}
        {{- if .files }}
        - { name: files, mountPath: /data, readOnly: true }
        {{- end }}
  volumes:
    {{- include "funnel.volumes" (dict "root" .root "secrets" (concat (list "postgres_password") .secrets)) | nindent 4 }}
    {{- if .files }}
    # What `catalog` and `ingest` read: kubectl create secret generic cli-files --from-file=catalog.json
    - name: files
      secret: { secretName: cli-files, optional: true, defaultMode: 288 }
    {{- end }}
{{- end }}

{{/*
A job with a hash of what it is in its name: a job cannot be changed, so another version or other variables make another job. Both jobs
may run again at any time.
*/}}
{{- define "funnel.job" -}}
{{- $pod := include "funnel.command" . }}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .name }}-{{ printf "%s%s" $pod (include "funnel.config" .root) | sha256sum | trunc 8 }}
  labels: {{ include "funnel.labels" . | nindent 4 }}
spec:
  backoffLimit: 6
  activeDeadlineSeconds: 1800
  ttlSecondsAfterFinished: 86400
  template: {{ $pod | nindent 4 }}
{{- end }}
