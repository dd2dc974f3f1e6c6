{{/* A job of the backup: (dict "root" $ "name" NAME "retries" NUMBER "keepDays" DAYS). */}}
{{- define "funnel.backupJob" -}}
metadata:
  labels: {{ include "funnel.podLabels" .name | nindent 4 }}
spec:
  backoffLimit: {{ .retries }}
  activeDeadlineSeconds: 21600
  ttlSecondsAfterFinished: 604800
  template:
    metadata:
      labels: {{ include "funnel.podLabels" .name | nindent 8 }}
    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      enableServiceLinks: false
      # The user postgres of the image.
      securityContext:
        runAsNonRoot: true
        runAsUser: 999
        runAsGroup: 999
        fsGroup: 999
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile: { type: RuntimeDefault }
      containers:
        - name: {{ .name }}
          image: {{ .root.Values.backup.image }}
          command: [sh, /scripts/{{ .name }}.sh]
          envFrom:
            - configMapRef: { name: funnel-config }
          env:
            - name: PGDATABASE
              value: postgres://$(POSTGRES_OWNER)@$(POSTGRES_OWNER_ADDRESS)
            - name: PGPASSWORD_FILE
              value: /run/secrets/funnel/postgres_password
            {{- with .keepDays }}
            - { name: BACKUP_KEEP_DAYS, value: {{ . | quote }} }
            {{- end }}
          resources: {{ toYaml .root.Values.backup.resources | nindent 12 }}
          securityContext: {{ include "funnel.containerSecurity" . | nindent 12 }}
          volumeMounts:
            - { name: backups, mountPath: /backups{{ if not .keepDays }}, readOnly: true{{ end }} }
            - { name: scripts, mountPath: /scripts, readOnly: true }
            {{- include "funnel.mounts" . | nindent 12 }}
      volumes:
        - name: backups
          persistentVolumeClaim: { claimName: backups }
        - name: scripts
          configMap: { name: backup-scripts }
        {{- include "funnel.volumes" (dict "root" .root "secrets" (list "postgres_password")) | nindent 8 }}
{{- end }}
